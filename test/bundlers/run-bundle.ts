/** Runs a bundle in a page or a worker of Chromium, or without Chromium in Node. */
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";
import type { Browser } from "../browser/playwright.js";
import type { Target } from "./bundlers.js";
import { run } from "./project.js";

/** Resolves to the answers of a program as JSON. */
export function runBundle(
  file: string,
  target: Target,
  chromium: Browser | undefined,
): Promise<string> {
  if (chromium !== undefined) return runInChromium(file, target, chromium);
  const code = `console.log(JSON.stringify(await (await import(${JSON.stringify(file)})).run()))`;
  const argv = ["--input-type=module", "--eval", code];
  return Promise.resolve(run(process.execPath, argv, dirname(file)).trim());
}

async function runInChromium(file: string, target: Target, chromium: Browser): Promise<string> {
  const page = await chromium.newPage();
  const origin = "http://localhost";
  const scripts: Readonly<Record<string, string>> = {
    "/program.js": readFileSync(file, "utf8"),
    "/worker.js": `import { run } from "./program.js"; run().then(JSON.stringify).then(postMessage);`,
  };
  await page.route(`${origin}/**`, (route) => {
    const body = scripts[new URL(route.request().url()).pathname];
    return route.fulfill({ contentType: body ? "text/javascript" : "text/html", body: body ?? "" });
  });
  await page.goto(`${origin}/`);
  const answers = await page.evaluate(target === "browser" ? runInPage : runInWorker);
  await page.close();
  return answers;
}

// ---- Functions of the page, which Chromium gets as text

async function runInPage(): Promise<string> {
  const address = "/program.js"; // no module of this project
  const program = (await import(address)) as { run(): Promise<unknown> };
  return JSON.stringify(await program.run());
}

function runInWorker(): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker("/worker.js", { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<string>) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
  });
}
