// The grains: types with many grains as instances, all others in one mesh. Poses and values lie in a texture, from which
// the shader takes them by the number of the grain: a frame is one upload, whatever the number of shapes.
import * as THREE from "three";
import { placeGrains } from "./data.js";

const MOST_INSTANCED = 24, FEWEST_INSTANCES = 8, ROW = 1024, CREASE = Math.cos((35 * Math.PI) / 180);
const ABSENT = 255;

const vertexShader = `
precision highp float;
precision highp sampler2D;
in vec3 position;
in vec3 normal;
in float grain;
uniform mat4 modelViewMatrix, projectionMatrix;
uniform sampler2D poses;
out vec3 place;
out vec3 facing;
flat out float value;
vec3 rotated(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
void main() {
  int g = int(grain + 0.5);
  ivec2 at = ivec2(2 * (g % ${ROW}), g / ${ROW});
  vec4 here = texelFetch(poses, at, 0), q = texelFetch(poses, at + ivec2(1, 0), 0);
  value = here.w;
  place = here.xyz + rotated(q, 0.996 * position);
  facing = rotated(q, normal);
  gl_Position = here.w < 0.0 ? vec4(2.0, 2.0, 2.0, 1.0) : projectionMatrix * modelViewMatrix * vec4(place, 1.0);
}`;

const fragmentShader = `
precision highp float;
uniform sampler2D colours;
uniform vec3 eye;
uniform vec4 cut;
uniform float opacity;
in vec3 place;
in vec3 facing;
flat in float value;
out vec4 colour;
void main() {
  bool cutting = dot(cut.xyz, cut.xyz) > 0.0;
  if (cutting && dot(cut.xyz, place) > cut.w) discard;
  vec3 base = texture(colours, vec2(value, 0.5)).rgb;
  if (cutting && !gl_FrontFacing) { colour = vec4(0.72 * base, opacity); return; }
  vec3 n = normalize(facing), view = normalize(eye - place);
  vec3 side = normalize(cross(vec3(0.0, 0.0, 1.0), view) + vec3(1e-4, 0.0, 0.0));
  vec3 light = normalize(view - 0.5 * side + vec3(0.0, 0.0, 0.7));
  float lit = 0.42 + 0.12 * n.z + 0.52 * max(0.0, dot(n, light));
  float shine = 0.10 * pow(max(0.0, dot(n, normalize(light + view))), 24.0);
  colour = vec4(base * lit + shine, opacity);
}`;

/// Triangles with points of their own. Normals are the means of those adjacent triangles that are not beyond a crease.
export function expand({ points, corners }) {
  const count = corners.length / 3, normals = new Float32Array(3 * count), adjacent = new Map();
  const positions = new Float32Array(3 * corners.length), smooth = new Float32Array(3 * corners.length);
  for (let t = 0; t < count; t++) {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * corners[3 * t + k]);
    const u = [0, 1, 2].map((k) => points[b + k] - points[a + k]), v = [0, 1, 2].map((k) => points[c + k] - points[a + k]);
    normals[3 * t] = u[1] * v[2] - u[2] * v[1];
    normals[3 * t + 1] = u[2] * v[0] - u[0] * v[2];
    normals[3 * t + 2] = u[0] * v[1] - u[1] * v[0];
    for (const corner of [a, b, c]) {
      if (!adjacent.has(corner)) adjacent.set(corner, []);
      adjacent.get(corner).push(t);
    }
  }
  const length = (t) => Math.hypot(normals[3 * t], normals[3 * t + 1], normals[3 * t + 2]) || 1;
  for (let t = 0; t < count; t++) {
    for (let k = 0; k < 3; k++) {
      const corner = 3 * corners[3 * t + k], sum = [0, 0, 0], j = 3 * (3 * t + k);
      for (const other of adjacent.get(corner)) {
        let cosine = 0;
        for (let i = 0; i < 3; i++) cosine += normals[3 * t + i] * normals[3 * other + i];
        if (cosine < CREASE * length(t) * length(other)) continue;
        for (let i = 0; i < 3; i++) sum[i] += normals[3 * other + i];
      }
      const size = Math.hypot(...sum) || 1;
      for (let i = 0; i < 3; i++) {
        positions[j + i] = points[corner + i];
        smooth[j + i] = sum[i] / size;
      }
    }
  }
  return { positions, normals: smooth };
}

function instanced(shape, members) {
  const geometry = new THREE.InstancedBufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(shape.positions, 3));
  geometry.setAttribute("normal", new THREE.BufferAttribute(shape.normals, 3));
  geometry.setAttribute("grain", new THREE.InstancedBufferAttribute(Float32Array.from(members), 1));
  geometry.instanceCount = members.length;
  return geometry;
}

/// One mesh of grains that are all different.
function merged(parts) {
  let size = 0;
  for (const { shape } of parts) size += shape.positions.length;
  const positions = new Float32Array(size), normals = new Float32Array(size), grain = new Float32Array(size / 3);
  let at = 0;
  for (const { shape, member } of parts) {
    positions.set(shape.positions, at);
    normals.set(shape.normals, at);
    grain.fill(member, at / 3, (at + shape.positions.length) / 3);
    at += shape.positions.length;
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(positions, 3));
  geometry.setAttribute("normal", new THREE.BufferAttribute(normals, 3));
  geometry.setAttribute("grain", new THREE.BufferAttribute(grain, 1));
  return geometry;
}

function geometries(run) {
  const members = run.meshes.map(() => []);
  run.types.forEach((type, grain) => members[type].push(grain));
  const order = members.map((list, type) => type).sort((a, b) => members[b].length - members[a].length);
  const list = [], rest = [];
  for (const type of order) {
    if (members[type].length === 0 || run.meshes[type].corners.length === 0) continue;
    const shape = expand(run.meshes[type]);
    if (list.length < MOST_INSTANCED && members[type].length >= FEWEST_INSTANCES) list.push(instanced(shape, members[type]));
    else for (const member of members[type]) rest.push({ shape, member });
  }
  if (rest.length > 0) list.push(merged(rest));
  return list;
}

export class Grains {
  constructor(run) {
    this.run = run;
    const n = run.meta.grains, rows = Math.max(1, Math.ceil(n / ROW));
    this.data = new Float32Array(8 * ROW * rows);
    this.poses = new THREE.DataTexture(this.data, 2 * ROW, rows, THREE.RGBAFormat, THREE.FloatType);
    this.ramp = new THREE.DataTexture(new Uint8Array(4 * 256), 256, 1, THREE.RGBAFormat);
    this.ramp.minFilter = this.ramp.magFilter = THREE.NearestFilter;
    this.uniforms = {
      poses: { value: this.poses },
      colours: { value: this.ramp },
      eye: { value: new THREE.Vector3() },
      cut: { value: new THREE.Vector4() },
      opacity: { value: 1 },
    };
    this.material = new THREE.RawShaderMaterial({
      glslVersion: THREE.GLSL3, vertexShader, fragmentShader, uniforms: this.uniforms,
    });
    this.group = new THREE.Group();
    for (const geometry of geometries(run)) {
      const mesh = new THREE.Mesh(geometry, this.material);
      mesh.frustumCulled = false;
      this.group.add(mesh);
    }
  }

  /// `colours`: 256 times red, green, blue and 255.
  setColours(colours) {
    this.ramp.image.data.set(colours);
    this.ramp.needsUpdate = true;
  }

  /// `valueOf(grain, frame's data)`: from 0 to 1.
  setFrame(frame, valueOf) {
    const data = this.run.grains[frame];
    placeGrains(this.run, frame, this.data);
    for (let i = 0; i < this.run.meta.grains; i++)
      this.data[8 * i + 3] = data.contacts[i] === ABSENT ? -1 : valueOf(i, data);
    this.poses.needsUpdate = true;
  }

  setCut(normal, offset) {
    this.uniforms.cut.value.set(normal.x, normal.y, normal.z, offset);
    this.material.side = normal.lengthSq() > 0 ? THREE.DoubleSide : THREE.FrontSide;
    this.material.needsUpdate = true;
  }

  setOpacity(opacity) {
    this.uniforms.opacity.value = opacity;
    this.material.transparent = opacity < 1;
    this.material.depthWrite = opacity === 1;
    this.material.needsUpdate = true;
  }
}
