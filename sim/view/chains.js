// Force chains: a rod for each strong contact, thicker with its force; all of them in one draw call.
import * as THREE from "three";

const SIDES = 6;

const vertexShader = `
precision highp float;
in vec3 position;
in vec3 from;
in vec3 to;
in vec2 size;
uniform mat4 modelViewMatrix, projectionMatrix;
out float share;
out vec3 facing;
void main() {
  vec3 axis = to - from, along = normalize(axis + vec3(0.0, 0.0, 1e-12));
  vec3 other = abs(along.z) < 0.9 ? vec3(0.0, 0.0, 1.0) : vec3(1.0, 0.0, 0.0);
  vec3 u = normalize(cross(along, other)), v = cross(along, u);
  facing = position.x * u + position.y * v;
  share = size.y;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(from + position.z * axis + size.x * facing, 1.0);
}`;

const fragmentShader = `
precision highp float;
in float share;
in vec3 facing;
out vec4 colour;
void main() {
  float lit = 0.75 + 0.25 * dot(normalize(facing), vec3(0.3, -0.4, 0.86));
  colour = vec4(mix(vec3(0.98, 0.72, 0.30), vec3(0.62, 0.05, 0.12), share) * lit, 1.0);
}`;

function rod() {
  const points = [], corners = [];
  for (let i = 0; i < SIDES; i++) {
    const angle = (2 * Math.PI * i) / SIDES, j = (i + 1) % SIDES;
    points.push(Math.cos(angle), Math.sin(angle), 0, Math.cos(angle), Math.sin(angle), 1);
    corners.push(2 * i, 2 * j, 2 * i + 1, 2 * j, 2 * j + 1, 2 * i + 1);
  }
  return { points: new Float32Array(points), corners };
}

export class Chains {
  constructor(run, thickness) {
    this.run = run;
    this.thickness = thickness;
    this.longest = 0.5 * Math.max(...[0, 1, 2].map((k) => run.meta.high[k] - run.meta.low[k]));
    const most = Math.max(1, ...run.contacts.map((frame) => frame.forces.length)), { points, corners } = rod();
    this.geometry = new THREE.InstancedBufferGeometry();
    this.geometry.setAttribute("position", new THREE.BufferAttribute(points, 3));
    this.geometry.setIndex(corners);
    for (const [name, size] of [["from", 3], ["to", 3], ["size", 2]])
      this.geometry.setAttribute(name, new THREE.InstancedBufferAttribute(new Float32Array(size * most), size));
    this.mesh = new THREE.Mesh(this.geometry, new THREE.RawShaderMaterial({
      glslVersion: THREE.GLSL3, vertexShader, fragmentShader, side: THREE.DoubleSide,
    }));
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
  }

  /// `poses`: 8 floats a grain, of this frame.
  setFrame(frame, poses) {
    const { sides, forces, points } = this.run.contacts[frame], strongest = this.run.meta.largest[1] || 1;
    const attributes = this.geometry.attributes, from = attributes.from.array, to = attributes.to.array;
    for (let i = 0; i < forces.length; i++) {
      const point = points.subarray(3 * i, 3 * i + 3);
      const ends = [0, 1].map((k) => (sides[2 * i + k] >= 0 ? poses.subarray(8 * sides[2 * i + k], 8 * sides[2 * i + k] + 3) : point));
      // Across a periodic boundary, as far as the contact point.
      if (Math.hypot(...[0, 1, 2].map((k) => ends[1][k] - ends[0][k])) > this.longest) ends[1] = point;
      from.set(ends[0], 3 * i);
      to.set(ends[1], 3 * i);
      const share = Math.sqrt(forces[i] / strongest);
      attributes.size.array[2 * i] = this.thickness * (0.15 + 0.85 * share);
      attributes.size.array[2 * i + 1] = share;
    }
    this.geometry.instanceCount = forces.length;
    for (const name of ["from", "to", "size"]) attributes[name].needsUpdate = true;
  }
}
