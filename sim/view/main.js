// The page that plays a run.
import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import "uplot/dist/uPlot.min.css";
import "./main.css";
import { Chains } from "./chains.js";
import { paletteColour, ramp, shadeOf, shades } from "./colours.js";
import { readRun } from "./data.js";
import { Grains } from "./grains.js";
import { Plot } from "./plot.js";
import { Walls } from "./walls.js";

const FRAME_MS = 40, MOST_CONTACTS = 12;
const $ = (id) => document.getElementById(id);
const short = (x) => Number(x.toPrecision(3)).toString();

/// The radius of the largest grain, and that of a typical one.
function radii(run) {
  const sizes = run.meshes.map(({ points }) => {
    let most = 0;
    for (let i = 0; i < points.length; i += 3) most = Math.max(most, Math.hypot(points[i], points[i + 1], points[i + 2]));
    return most;
  });
  const sorted = Float32Array.from(run.types, (type) => sizes[type]).sort();
  return { largest: sorted.at(-1) ?? 0.5, typical: sorted[sorted.length >> 1] ?? 0.5 };
}

class Page {
  constructor(run) {
    this.run = run;
    this.frame = -1;
    this.playing = false;
    this.dirty = true;
    const { largest, typical } = radii(run);
    this.makeScene(largest, typical);
    this.plot = new Plot($("plot"), $("column"), run.series, (time) => this.seek(time));
    this.describe();
    this.connect();
    this.setColour();
    this.setFrame(run.grains.length - 1);
  }

  makeScene(largest, typical) {
    const { low, high } = this.run.meta, canvas = $("canvas");
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: window.devicePixelRatio < 2 });
    this.renderer.setClearColor(0xffffff);
    this.scene = new THREE.Scene();
    this.box = new THREE.Box3(new THREE.Vector3(...low).subScalar(largest), new THREE.Vector3(...high).addScalar(largest));
    const middle = this.box.getCenter(new THREE.Vector3()), size = this.box.getSize(new THREE.Vector3()).length();
    this.camera = new THREE.PerspectiveCamera(35, 1, size / 500, 20 * size);
    const flat = high[2] - low[2] < 1e-3 * size;
    this.camera.up.set(0, flat ? 1 : 0, flat ? 0 : 1);
    const direction = flat ? new THREE.Vector3(0, 0, 1) : new THREE.Vector3(0.45, -0.8, 0.42).normalize();
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.target.copy(middle);
    this.controls.minDistance = 2 * typical;
    this.controls.maxDistance = 8 * size;
    this.controls.addEventListener("change", () => (this.dirty = true));
    this.home = { middle, direction, size };
    this.grains = new Grains(this.run);
    this.chains = new Chains(this.run, 0.35 * typical);
    this.walls = new Walls(this.run);
    this.scene.add(this.grains.group, this.chains.mesh, this.walls.group);
    new ResizeObserver(() => this.resize()).observe($("stage"));
    this.resize();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = $("stage");
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / Math.max(1, height);
    // The middle of what the settings and the time bar leave free.
    const panel = width > 640 ? $("panel").offsetWidth : 0, bar = document.querySelector("footer").offsetHeight;
    this.camera.setViewOffset(width, height, panel / 2, bar / 2, width, height);
    this.free = (width - panel) / Math.max(1, height - bar);
    if (!this.moved) this.goHome();
    this.dirty = true;
  }

  goHome() {
    const { middle, direction, size } = this.home, half = Math.tan((this.camera.fov * Math.PI) / 360);
    const distance = (0.55 * size) / (half * Math.min(1, this.free));
    this.camera.position.copy(middle).addScaledVector(direction, distance);
    this.controls.update();
  }

  describe() {
    const { meta } = this.run, about = $("about");
    document.title = meta.title || "scree";
    $("title").textContent = meta.title || "scree run";
    const rows = {
      scree: meta.version, command: meta.command, grains: meta.grains, shapes: meta.types,
      frames: meta.times.length + (meta.skipped ? ` (of ${meta.times.length + meta.skipped})` : ""), "scene's SHA-256": meta.sceneHash,
      drawn: "three.js and uPlot (MIT); their licences are at the end of this file",
    };
    for (const [key, value] of Object.entries(rows)) {
      about.append(Object.assign(document.createElement("dt"), { textContent: key }),
        Object.assign(document.createElement("dd"), { textContent: value }));
    }
    $("scene").textContent = meta.scene;
  }

  connect() {
    const { run } = this, time = $("time");
    time.max = run.grains.length - 1;
    time.addEventListener("input", () => { this.play(false); this.setFrame(Number(time.value)); });
    $("play").addEventListener("click", () => this.play(!this.playing));
    $("colour").addEventListener("change", () => this.setColour());
    $("chains").addEventListener("change", () => this.setChains($("chains").checked));
    $("walls").addEventListener("change", () => { this.walls.group.visible = $("walls").checked; this.dirty = true; });
    for (const id of ["axis", "cut"]) $(id).addEventListener("input", () => this.setCut());
    $("open").addEventListener("click", () => {
      const open = $("panel").classList.toggle("open");
      $("open").setAttribute("aria-expanded", open);
      if (open) this.plot.show?.($("column").value);
    });
    this.controls.addEventListener("start", () => (this.moved = true));
    addEventListener("keydown", (event) => {
      if (["INPUT", "SELECT", "BUTTON"].includes(event.target.tagName)) return;
      if (event.key === " ") this.play(!this.playing);
      else if (event.key === "ArrowRight") this.setFrame(this.frame + 1);
      else if (event.key === "ArrowLeft") this.setFrame(this.frame - 1);
      else return;
      event.preventDefault();
    });
  }

  /// What the colours show: `valueOf`, the map, and the legend.
  setColour() {
    const { meta, materials } = this.run, mode = $("colour").value;
    const table = mode === "material" ? shades() : ramp();
    this.valueOf = {
      speed: (i, data) => data.speeds[i] / 255,
      material: (i) => shadeOf(materials[i], i),
      contacts: (i, data) => Math.min(1, data.contacts[i] / MOST_CONTACTS),
    }[mode];
    this.grains.setColours(table);
    $("ramp").hidden = $("ends").hidden = mode === "material";
    $("most").textContent = mode === "speed" ? short(meta.largest[0]) : `${MOST_CONTACTS} or more`;
    $("unit").textContent = mode === "speed" ? "m/s, by its root" : "";
    const image = new ImageData(new Uint8ClampedArray(table), 256, 1);
    $("ramp").getContext("2d").putImageData(image, 0, 0);
    $("names").replaceChildren(...(mode === "material" ? meta.materials : []).map((name, i) => {
      const item = document.createElement("li"), patch = document.createElement("i");
      patch.style.background = paletteColour(i);
      item.append(patch, name);
      return item;
    }));
    if (this.frame >= 0) this.setFrame(this.frame, true);
  }

  setChains(on) {
    this.chains.mesh.visible = on;
    this.grains.setOpacity(on ? 0.1 : 1);
    this.setFrame(this.frame, true);
  }

  setCut() {
    const axis = $("axis").value, normal = new THREE.Vector3(), { min, max } = this.box;
    $("cut").disabled = !axis;
    if (axis) normal[axis] = 1;
    const share = Number($("cut").value) / 1000;
    this.grains.setCut(normal, axis ? min[axis] + share * (max[axis] - min[axis]) : 0);
    this.dirty = true;
  }

  seek(time) {
    const { times } = this.run.meta;
    let best = 0;
    times.forEach((t, k) => { if (Math.abs(t - time) < Math.abs(times[best] - time)) best = k; });
    this.setFrame(best);
  }

  setFrame(frame, again = false) {
    frame = Math.max(0, Math.min(this.run.grains.length - 1, frame));
    if (frame === this.frame && !again) return;
    this.frame = frame;
    this.grains.setFrame(frame, this.valueOf);
    this.walls.setFrame(frame);
    if (this.chains.mesh.visible) this.chains.setFrame(frame, this.grains.data);
    const time = this.run.meta.times[frame];
    $("time").value = frame;
    $("clock").textContent = `${time.toFixed(3)} s`;
    this.plot.setTime(time);
    this.dirty = true;
  }

  play(on) {
    this.playing = on;
    $("play").textContent = on ? "❚❚" : "▶";
    $("play").setAttribute("aria-label", on ? "Pause" : "Play");
    if (on && this.frame === this.run.grains.length - 1) this.setFrame(0);
    this.last = performance.now();
  }

  tick(now) {
    if (this.playing && now - this.last >= FRAME_MS) {
      this.last = now;
      if (this.frame < this.run.grains.length - 1) this.setFrame(this.frame + 1);
      else this.play(false);
    }
    if (!this.dirty) return;
    this.dirty = false;
    this.camera.updateMatrixWorld();
    this.grains.uniforms.eye.value.copy(this.camera.position);
    this.renderer.render(this.scene, this.camera);
    this.drawn = (this.drawn ?? 0) + 1;
  }
}

export async function start(unpack) {
  const page = new Page(await readRun(unpack));
  window.scree = page; // for tests, and for the curious
  const loop = (now) => {
    page.tick(now);
    requestAnimationFrame(loop);
  };
  requestAnimationFrame(loop);
}
