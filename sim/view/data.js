// The data of the page, as sim/output/view_data.c packs them.

/// Reads numbers from a buffer, one after the other. Arrays are copies: the buffer need not be aligned for them.
class Reader {
  constructor(buffer) {
    this.buffer = buffer;
    this.at = 0;
  }
  array(type, count) {
    const size = count * type.BYTES_PER_ELEMENT;
    const part = new type(this.buffer.slice(this.at, this.at + size));
    this.at += size;
    return part;
  }
  uint32() {
    return this.array(Uint32Array, 1)[0];
  }
}

/// A list of meshes: their sizes, then all points, then all corners.
function readMeshes(reader) {
  const count = reader.uint32();
  const sizes = reader.array(Uint32Array, 2 * count);
  let points = 0, triangles = 0;
  for (let i = 0; i < count; i++) {
    points += sizes[2 * i];
    triangles += sizes[2 * i + 1];
  }
  const allPoints = reader.array(Float32Array, 3 * points), allCorners = reader.array(Uint32Array, 3 * triangles);
  const meshes = [];
  for (let i = 0, p = 0, t = 0; i < count; i++) {
    meshes.push({
      points: allPoints.subarray(3 * p, 3 * (p + sizes[2 * i])),
      corners: allCorners.subarray(3 * t, 3 * (t + sizes[2 * i + 1])),
    });
    p += sizes[2 * i];
    t += sizes[2 * i + 1];
  }
  return meshes;
}

/// Six arrays of 16-bit words for each frame, as they were before they were made differences, and two of bytes.
function readGrains(reader, grains, frames) {
  const list = [];
  let before = new Uint16Array(6 * grains);
  for (let k = 0; k < frames; k++) {
    const words = new Uint16Array(6 * grains);
    for (let w = 0; w < 6; w++) {
      const low = new Uint8Array(reader.buffer, reader.at, grains);
      const high = new Uint8Array(reader.buffer, reader.at + grains, grains);
      reader.at += 2 * grains;
      for (let i = 0, j = w * grains; i < grains; i++, j++) words[j] = before[j] + low[i] + (high[i] << 8);
    }
    const speeds = new Uint8Array(reader.buffer, reader.at, grains);
    const contacts = new Uint8Array(reader.buffer, reader.at + grains, grains);
    reader.at += 2 * grains;
    list.push({ words, speeds, contacts });
    before = words;
  }
  return list;
}

function readContacts(reader, frames) {
  const list = [];
  for (let k = 0; k < frames; k++) {
    const count = reader.uint32();
    list.push({
      sides: reader.array(Int32Array, 2 * count),
      forces: reader.array(Float32Array, count),
      points: reader.array(Float32Array, 3 * count),
    });
  }
  return list;
}

/// The columns of the time series by name; null where there is none.
function readSeries(buffer) {
  if (!buffer) return null;
  const lines = new TextDecoder().decode(buffer).split("\n").filter((line) => line && line[0] !== "#");
  if (lines.length < 2) return null;
  const names = lines[0].split(",");
  const columns = names.map(() => new Float64Array(lines.length - 1));
  for (let i = 1; i < lines.length; i++) {
    const fields = lines[i].split(",");
    for (let c = 0; c < names.length; c++) columns[c][i - 1] = Number(fields[c]);
  }
  return new Map(names.map((name, i) => [name, columns[i]]));
}

export async function readRun(unpack) {
  const meta = JSON.parse(new TextDecoder().decode(await unpack("meta")));
  const frames = meta.times.length;
  const reader = new Reader(await unpack("meshes"));
  const types = reader.array(Uint32Array, meta.grains), materials = reader.array(Int32Array, meta.grains);
  let meshes = [];
  while (meshes.length < meta.types) meshes = meshes.concat(readMeshes(reader));
  const wallReader = new Reader(await unpack("walls"));
  const walls = readMeshes(wallReader), poses = wallReader.array(Float32Array, 8 * walls.length * frames);
  const grains = readGrains(new Reader(await unpack("grains")), meta.grains, frames);
  const contacts = readContacts(new Reader(await unpack("contacts")), frames);
  const series = readSeries(await unpack("series"));
  return { meta, types, materials, meshes, walls, poses, grains, contacts, series };
}

/// Positions and quaternions (x, y, z, w) of a frame, into `out`: 8 floats a grain. The fourth is left alone.
export function placeGrains(run, frame, out) {
  const { low, high, grains: n } = run.meta, words = run.grains[frame].words;
  const scale = [0, 1, 2].map((k) => (high[k] - low[k]) / 65535);
  const q = [0, 0, 0, 0];
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < 3; k++) out[8 * i + k] = low[k] + scale[k] * words[k * n + i];
    const a = words[3 * n + i], b = words[4 * n + i], c = words[5 * n + i];
    const largest = (a >> 15) | ((b >> 15) << 1);
    const small = [a & 32767, b & 32767, c & 32767];
    let rest = 1;
    for (let j = 0, k = 0; j < 4; j++) {
      if (j === largest) continue;
      q[j] = (small[k++] / 32767 - 0.5) * Math.SQRT2;
      rest -= q[j] * q[j];
    }
    q[largest] = Math.sqrt(Math.max(0, rest));
    out[8 * i + 4] = q[1];
    out[8 * i + 5] = q[2];
    out[8 * i + 6] = q[3];
    out[8 * i + 7] = q[0];
  }
}
