// Colours: a map for numbers and a palette for names, 256 steps of red, green, blue and 255 each.

// Samples of viridis, without its darkest end: grains at rest would be black.
const samples = [
  [70, 50, 126], [59, 82, 139], [44, 114, 142], [32, 145, 141], [47, 174, 127], [101, 201, 96], [173, 220, 48], [253, 231, 37],
];
const palette = [
  [204, 171, 120], [112, 148, 184], [204, 120, 92], [128, 168, 122], [171, 133, 179], [158, 158, 158], [222, 196, 97], [102, 166, 171],
];

export function ramp() {
  const out = new Uint8Array(1024);
  for (let i = 0; i < 256; i++) {
    const at = (i / 255) * (samples.length - 1), k = Math.min(samples.length - 2, Math.floor(at));
    for (let c = 0; c < 3; c++) out[4 * i + c] = samples[k][c] + (at - k) * (samples[k + 1][c] - samples[k][c]);
    out[4 * i + 3] = 255;
  }
  return out;
}

/// Four shades of each of 8 colours, so that neighbours stay apart: index 32 * colour + 8 * shade.
export function shades() {
  const out = new Uint8Array(1024);
  for (let i = 0; i < 256; i++) {
    const base = palette[i >> 5], light = [0.84, 0.95, 1.05, 1.15][(i >> 3) & 3];
    for (let c = 0; c < 3; c++) out[4 * i + c] = Math.min(255, base[c] * light);
    out[4 * i + 3] = 255;
  }
  return out;
}

export function shadeOf(material, grain) {
  const shade = Math.imul(grain + 1, 0x9e3779b1) >>> 30;
  return (32 * (((material % 8) + 8) % 8) + 8 * shade + 4) / 256;
}

export const paletteColour = (material) => `rgb(${palette[((material % 8) + 8) % 8].join(",")})`;
