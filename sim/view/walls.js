// Walls and tools: translucent, each at its pose of the frame.
import * as THREE from "three";

export class Walls {
  constructor(run) {
    this.run = run;
    this.group = new THREE.Group();
    const material = new THREE.MeshBasicMaterial({
      color: 0x7d8b99, transparent: true, opacity: 0.16, side: THREE.DoubleSide, depthWrite: false,
    });
    const line = new THREE.LineBasicMaterial({ color: 0x5c6670, transparent: true, opacity: 0.55 });
    for (const { points, corners } of run.walls) {
      const geometry = new THREE.BufferGeometry();
      geometry.setAttribute("position", new THREE.BufferAttribute(points, 3));
      geometry.setIndex(Array.from(corners));
      const wall = new THREE.Group();
      wall.add(new THREE.Mesh(geometry, material), new THREE.LineSegments(new THREE.EdgesGeometry(geometry, 20), line));
      this.group.add(wall);
    }
  }

  setFrame(frame) {
    const count = this.run.walls.length;
    this.group.children.forEach((wall, i) => {
      const pose = this.run.poses.subarray(8 * (frame * count + i), 8 * (frame * count + i + 1));
      wall.position.set(pose[0], pose[1], pose[2]);
      wall.quaternion.set(pose[4], pose[5], pose[6], pose[3]).normalize();
      wall.visible = pose[7] > 0.5;
    });
  }
}
