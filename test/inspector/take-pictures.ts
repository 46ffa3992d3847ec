/**
 * Makes the pictures of the inspector and of `dev` in `docs/images/`, in both colour schemes. Needs Chromium and the
 * built page (`npx tsx scripts/build-inspector.ts`).
 */
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { CliIo } from "../../cli/io/io.js";
import { main } from "../../cli/main.js";
import { createNodeInspector } from "../../src/inspector/index.js";
import { close, launchChromium, listen } from "./browser.js";
import { createDelivery, createSource, encode, fillSource } from "./sample-source.js";

const FOLDER = "docs/images";
const MAX_SIZE = 150_000;
const SECRET = "whsec_dGhlIHNlY3JldCBvZiB0aGUgcGljdHVyZXM=";
const STAGING = "whsec_b3RoZXIgc2VjcmV0IG9mIHRoZSBwaWN0dXJlcw==";
/** Deliveries of the picture of `dev`; the last one is signed with another secret. */
const SENT: readonly (readonly [event: string, id: string, secret: string])[] = [
  ["note.created", "msg_2b1c7d5e", SECRET],
  ["note.created", "msg_5f0a93c4", SECRET],
  ["note.created", "msg_91d4e07a", STAGING],
];
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
await takePictures("inspector", origin, NOW + 60_000);
await close(server);
await takePicturesOfDev();
await browser.close();

/** Takes a picture of the page with its newest delivery, in each colour scheme. */
async function takePictures(name: string, address: string, now: number): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await browser.newPage({
      colorScheme,
      locale: "en-GB",
      timezoneId: "UTC",
      viewport: { width: 1_200, height: 690 },
    });
    await page.clock.setFixedTime(now);
    await page.goto(address);
    await page.locator(".row").first().click();
    await page.locator(".findings").waitFor();
    const path = `${FOLDER}/${name}-${colorScheme}.png`;
    await page.screenshot({ path });
    const { size } = statSync(path);
    if (size > MAX_SIZE)
      throw new Error(`${path} has ${size} bytes; expected at most ${MAX_SIZE}.`);
    console.log(`${path}: ${Math.round(size / 1000)} kB`);
    await page.close();
  }
}

/** Runs `dev` as in an empty folder, and sends it what is in `docs/developing.md`. */
async function takePicturesOfDev(): Promise<void> {
  const cwd = mkdtempSync(join(tmpdir(), "typewire-pictures-"));
  const stop = new AbortController();
  const lines: string[] = [];
  const io: CliIo = {
    out: () => undefined,
    err: (line) => lines.push(line),
    input: new PassThrough(),
    env: { WEBHOOK_SECRET: SECRET, WEBHOOK_SECRET_STAGING: STAGING },
    cwd,
    fetch,
    signal: stop.signal,
  };
  const { now } = Date;
  let seconds = 0;
  Date.now = () => NOW + seconds * 1_000;
  try {
    const running = main(["dev", "--port", "0"], io);
    const find = async (begin: string): Promise<string> => {
      while (lines.every((line) => !line.startsWith(begin))) await setImmediate();
      return lines.find((line) => line.startsWith(begin))?.slice(begin.length) ?? "";
    };
    await find("Try: ");
    const url = await find("Listening on ");
    for (const [event, id, secret] of SENT) {
      seconds += 20;
      await main(["send", event, "--to", url, "--id", id, "--secret", secret], {
        ...io,
        err: () => undefined,
      });
    }
    Date.now = now; // the browser is driven by timers of this process
    await takePictures("dev", await find("Inspector: "), NOW + seconds * 1_000);
    stop.abort();
    await running;
  } finally {
    Date.now = now;
    rmSync(cwd, { recursive: true });
  }
}
