// The core walk in Firefox: paste, map, click, fold, edit, export. Speaks WebDriver BiDi, so it needs no driver.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [service, executablePath, packages, downloads, document] = process.argv.slice(2);
const { default: puppeteer } = await import(createRequire(join(packages, "x.js")).resolve("puppeteer-core"));
const browser = await puppeteer.launch({
  browser: "firefox", executablePath, headless: true, protocolTimeout: 120_000,
  extraPrefsFirefox: { "browser.download.folderList": 2, "browser.download.dir": downloads, "browser.download.useDownloadDir": true, "browser.helperApps.neverAsk.saveToDisk": "application/json" },
});
const troubles = [];
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  page.on("pageerror", (error) => troubles.push(String(error)));
  page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
  await page.setViewport({ width: 1440, height: 900 });
  await page.goto(service);
  await page.waitForSelector("textarea.paste");
  await page.$eval("textarea.paste", (field, text) => {
    field.value = text;
    field.dispatchEvent(new Event("input"));
  }, readFileSync(document, "utf8"));
  await page.click(".drop .primary");
  await page.waitForSelector('.node[data-depth="1"]');

  const seen = await page.evaluate(() => {
    const frame = window.document.querySelector(".map-frame").getBoundingClientRect();
    const boxes = [...window.document.querySelectorAll(".node")].map((node) => node.getBoundingClientRect());
    const whole = boxes.filter((box) => box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom);
    return { drawn: viewer.map.layout.boxes.length, whole: whole.length, pixels: 13 * viewer.map.camera.scale };
  });
  assert.ok(seen.whole >= 0.9 * seen.drawn && seen.pixels >= 12, JSON.stringify(seen));

  await page.click('.node[data-depth="2"]');
  await page.waitForSelector(".sentence[aria-current]");
  await page.waitForSelector(".detail:not([hidden])");
  assert.ok(await page.evaluate(() => window.document.activeElement.matches(".node")));

  const shown = await page.evaluate(() => viewer.map.layout.boxes.length);
  await page.evaluate(() => viewer.detail.hide());
  await page.click('.node[data-depth="1"][aria-expanded="true"]');
  await page.keyboard.press(" ");
  await page.waitForSelector('.node[data-depth="1"][aria-expanded="false"] .node-sign.folded');
  assert.ok((await page.evaluate(() => viewer.map.layout.boxes.length)) < shown);
  await page.keyboard.press(" ");
  assert.equal(await page.evaluate(() => viewer.map.layout.boxes.length), shown);

  await page.evaluate(() => viewer.showLabels("sentences"));
  await page.keyboard.press("F2");
  await page.waitForSelector(".node-field");
  await page.keyboard.type("Written in Firefox");
  await page.keyboard.press("Enter");
  await page.waitForSelector('.node[aria-label="Written in Firefox"]');

  await page.click('[aria-label="Export"]');
  await page.evaluate(() => [...window.document.querySelectorAll(".menu:not([hidden]) [role=menuitem]")].find((item) => item.textContent.includes(".json")).click());
  const saved = async () => {
    for (let turn = 0; turn < 300; turn++) {
      const name = readdirSync(downloads).find((each) => each.endsWith(".json"));
      if (name) try { return JSON.parse(readFileSync(join(downloads, name), "utf8")); } catch { /* not all of it is there yet */ }
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    throw new Error("nothing was saved");
  };
  const labels = (await saved()).nodes.flatMap((node) => [node.text, node.gist]);
  assert.ok(labels.includes("Written in Firefox"));
  assert.deepEqual(troubles, []);
  console.log("walked");
} finally {
  await browser.close();
}
