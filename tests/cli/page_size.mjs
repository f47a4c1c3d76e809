// page_size.mjs PAGE.html GRAINS: opens a page of scree view with many grains in headless Chromium: all are there, something
// is drawn, in few draw calls, and a turn of the slider works.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [page, grains] = process.argv.slice(2);
const require = createRequire(process.env.SCREE_NPM_DIR + "/node_modules/");
const { chromium } = require("playwright-core");
const browser = await chromium.launch({
  executablePath: process.env.SCREE_CHROMIUM,
  args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
const problems = [];
const tab = await (await browser.newContext({ viewport: { width: 300, height: 240 } })).newPage();
tab.on("console", (message) => message.type() === "error" && problems.push("console: " + message.text()));
tab.on("pageerror", (error) => problems.push("error: " + error.message));
try {
  await tab.goto(pathToFileURL(page).href);
  await tab.waitForFunction("window.scree && window.scree.drawn > 0", null, { timeout: 60000 });
  const seen = await tab.evaluate(() => {
    const gl = scree.renderer.getContext(), width = gl.drawingBufferWidth, height = gl.drawingBufferHeight;
    scree.dirty = true;
    scree.tick(performance.now());
    const data = new Uint8Array(4 * width * height);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, data);
    let drawn = 0;
    for (let i = 0; i < data.length; i += 4) drawn += Math.min(data[i], data[i + 1], data[i + 2]) < 250;
    const info = scree.renderer.info.render;
    return { grains: scree.run.meta.grains, calls: info.calls, triangles: info.triangles, drawn: drawn / (width * height) };
  });
  if (seen.grains !== Number(grains)) problems.push(`${seen.grains} grains`);
  if (!(seen.calls < 12)) problems.push(`${seen.calls} draw calls`);
  if (!(seen.triangles >= 12 * Number(grains))) problems.push(`${seen.triangles} triangles`);
  if (!(seen.drawn > 0.05)) problems.push(`drawn: ${seen.drawn} of the picture`);
} catch (error) {
  problems.push(error.message);
}
await browser.close();
for (const problem of problems) console.log(problem);
