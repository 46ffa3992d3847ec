/**
 * Scrolls through 10,000 rows of the inspector's page in Chromium, and prints the frames of each second.
 * Run `npx tsx scripts/build-inspector.ts` first, which builds the page.
 */
import { createNodeInspector } from "../../src/inspector/index.js";
import { close, launchChromium, listen } from "../../test/inspector/browser.js";
import { createSource, fillSource } from "../../test/inspector/sample-source.js";

const RUNS = 3;
/** Fewer frames a second are seen as jerks. */
const LEAST = 50;

const { source } = createSource({ maxCount: 20_000 });
fillSource(source, 10_000);
const inspector = createNodeInspector(source, {});
const { server, origin } = await listen((request, response) => {
  void inspector(request, response).then((isOwn) => isOwn || response.writeHead(404).end());
});
const browser = await launchChromium();
const page = await browser.newPage({ viewport: { width: 1_400, height: 900 } });
try {
  await loadAllRows();
  const rates: number[] = [];
  for (let run = 0; run < RUNS; run++) rates.push(await measureRate());
  console.log(`${rates.map((rate) => rate.toFixed(0)).join(", ")} frames a second`);
  if (Math.max(...rates) < LEAST) process.exitCode = 1;
} finally {
  await browser.close();
  await close(server);
}

/** Opens the page, which loads further rows each time that somebody goes to the end of the list. */
async function loadAllRows(): Promise<void> {
  await page.goto(`${origin}/inspector/`);
  await page.locator("#list").focus();
  while (!(await page.locator(".foot").textContent())?.includes("10000 deliveries"))
    await page.keyboard.press("End");
}

/** Scrolls for two seconds, and resolves with the frames of a second. */
function measureRate(): Promise<number> {
  return page.evaluate(async () => {
    const list = document.getElementById("list") as HTMLElement; // the page has it
    list.scrollTop = 0;
    const start = performance.now();
    let frames = 0;
    while (performance.now() - start < 2_000) {
      await new Promise(requestAnimationFrame);
      list.scrollTop += 240; // about four rows for each frame
      frames++;
    }
    return frames / ((performance.now() - start) / 1_000);
  });
}
