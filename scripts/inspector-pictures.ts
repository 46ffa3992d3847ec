/**
 * Makes the pictures of the inspector in `docs/images/`, in both colour schemes. Needs Chromium and the
 * built page (`npm run build:inspector`).
 */
import { mkdirSync, statSync } from "node:fs";
import { createNodeInspector } from "../src/inspector/index.js";
import { close, launchChromium, listen } from "../test/inspector/browser.js";
import {
  createDelivery,
  createSource,
  encode,
  fillSource,
} from "../test/inspector/sample-source.js";

const FOLDER = "docs/images";
const MAX_SIZE = 150_000;
/** In all pictures, so that they change with the page alone. */
const NOW = Date.UTC(2026, 5, 1, 12, 30);

const { source } = createSource();
fillSource(source, 120, NOW);
source.add(
  createDelivery({
    receivedAt: NOW,
    outcome: "refused",
    status: 401,
    attempts: 1,
    history: undefined,
    duration: 1,
    body: encode({ action: "opened", issue: { number: "7", title: "Login fails", state: "open" } }),
    findings: [
      {
        code: "BODY_REWRITTEN",
        text: "The body was parsed and written again before it was verified.",
        hint: "Register the webhook route before `express.json()`.",
      },
    ],
  }),
);
const inspector = createNodeInspector(source, { path: "/", isReadOnly: false });
const { server, origin } = await listen((request, response) => void inspector(request, response));
const browser = await launchChromium();
mkdirSync(FOLDER, { recursive: true });
for (const colorScheme of ["light", "dark"] as const) {
  const page = await browser.newPage({
    ...{ colorScheme, locale: "en-GB", timezoneId: "UTC" },
    viewport: { width: 1_200, height: 690 },
  });
  await page.clock.setFixedTime(NOW + 60_000);
  await page.goto(origin);
  await page.locator(".row").first().click();
  await page.locator(".findings").waitFor();
  const path = `${FOLDER}/inspector-${colorScheme}.png`;
  await page.screenshot({ path });
  const { size } = statSync(path);
  if (size > MAX_SIZE) throw new Error(`${path} has ${size} bytes; expected at most ${MAX_SIZE}.`);
  console.log(`${path}: ${Math.round(size / 1000)} kB`);
  await page.close();
}
await browser.close();
await close(server);
