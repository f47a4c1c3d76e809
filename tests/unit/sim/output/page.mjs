// page.mjs PAGE.html [SCREENSHOT.png]: opens a page of scree view in headless Chromium and uses it. What it expects is what
// view.c beside this file wrote.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [page, screenshot] = process.argv.slice(2);
const require = createRequire(process.env.SCREE_NPM_DIR + "/node_modules/");
const { chromium } = require("playwright-core");

const problems = [];
const expect = (condition, what) => {
  if (!condition) problems.push(what);
};

const browser = await chromium.launch({
  executablePath: process.env.SCREE_CHROMIUM,
  args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});

/// A page in a window of this size, ready.
async function open(width, height, touch) {
  const context = await browser.newContext({ viewport: { width, height }, hasTouch: touch });
  const tab = await context.newPage();
  tab.on("console", (message) => message.type() === "error" && problems.push("console: " + message.text()));
  tab.on("pageerror", (error) => problems.push("error: " + error.message));
  tab.on("request", (request) => /^(file|blob|data):/.test(request.url()) || problems.push("request: " + request.url()));
  await tab.goto(pathToFileURL(page).href);
  await tab.waitForFunction("window.scree && window.scree.drawn > 0", null, { timeout: 20000 });
  return tab;
}

const state = (tab) => tab.evaluate("({ frame: scree.frame, drawn: scree.drawn, calls: scree.renderer.info.render.calls })");

/// Draws now and counts the pixels that are not white, those of a colour, and a hash of all.
const pixels = (tab) =>
  tab.evaluate(() => {
    const gl = scree.renderer.getContext(), width = gl.drawingBufferWidth, height = gl.drawingBufferHeight;
    scree.dirty = true;
    scree.tick(performance.now());
    const data = new Uint8Array(4 * width * height);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, data);
    let drawn = 0, coloured = 0, hash = 0;
    for (let i = 0; i < data.length; i += 4) {
      const most = Math.max(data[i], data[i + 1], data[i + 2]), least = Math.min(data[i], data[i + 1], data[i + 2]);
      drawn += least < 250;
      coloured += most - least > 40;
      hash = (Math.imul(hash, 31) + data[i] + 256 * data[i + 1] + 65536 * data[i + 2]) | 0;
    }
    return { drawn: drawn / (width * height), coloured: coloured / (width * height), hash };
  });

const wait = (tab) => tab.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");

async function checkDesktop() {
  const tab = await open(700, 500, false);
  const frames = await tab.evaluate("scree.run.grains.length");
  expect(frames === 4, `${frames} frames`);
  expect((await state(tab)).frame === frames - 1, "it opens at the last frame");
  const last = await pixels(tab);
  expect(last.drawn > 0.03 && last.coloured > 0.01, `pixels drawn: ${JSON.stringify(last)}`);
  if (screenshot) await tab.screenshot({ path: screenshot });
  await tab.locator("#time").fill("0");
  await wait(tab);
  expect((await state(tab)).frame === 0, "the slider moves");
  const first = await pixels(tab);
  expect(first.hash !== last.hash, "another frame, another picture");
  expect((await state(tab)).calls < 12, `${(await state(tab)).calls} draw calls`);
  const hashes = [first.hash];
  for (const mode of ["material", "contacts"]) {
    await tab.locator("#colour").selectOption(mode);
    await wait(tab);
    hashes.push((await pixels(tab)).hash);
  }
  expect(new Set(hashes).size === 3, "three ways to colour, three pictures");
  const whole = await pixels(tab);
  await tab.locator("#axis").selectOption("x");
  await wait(tab);
  const cut = await pixels(tab);
  expect(cut.coloured < 0.9 * whole.coloured, `a cut leaves less: ${cut.coloured} of ${whole.coloured}`);
  await tab.locator("#axis").selectOption("");
  await tab.locator("#chains").check();
  await wait(tab);
  const chains = await pixels(tab);
  expect(chains.hash !== whole.hash && chains.coloured > 0, "force chains are drawn");
  expect(await tab.evaluate("scree.chains.geometry.instanceCount") > 0, "there are force chains");
  await tab.locator("#chains").uncheck();
  expect(await tab.locator("#plot canvas").count() === 1, "the time series is plotted");
  await tab.locator("#play").click();
  await tab.waitForFunction("scree.frame === scree.run.grains.length - 1 && !scree.playing", null, { timeout: 30000 });
  const middle = await tab.evaluate("scree.camera.position.toArray()");
  await tab.mouse.move(200, 250);
  await tab.mouse.down();
  await tab.mouse.move(280, 260, { steps: 3 });
  await tab.mouse.up();
  const moved = await tab.evaluate("scree.camera.position.toArray()");
  expect(middle.some((x, i) => Math.abs(x - moved[i]) > 1e-6), "dragging turns the view");
  await tab.close();
}

async function checkNarrow() {
  const tab = await open(400, 640, true);
  expect(await tab.locator("#panel").isHidden(), "on a narrow screen the settings are closed");
  const width = await tab.evaluate("document.documentElement.scrollWidth");
  expect(width <= 400, `${width} pixels wide`);
  await tab.locator("#open").tap();
  expect(await tab.locator("#colour").isVisible(), "a tap opens the settings");
  await tab.locator("#open").tap();
  const drawn = await pixels(tab);
  expect(drawn.drawn > 0.02, "something is drawn on a narrow screen");
  await tab.close();
}

try {
  await checkDesktop();
  await checkNarrow();
} catch (error) {
  problems.push(error.message);
}
await browser.close();
for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);
