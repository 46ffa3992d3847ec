/**
 * Starts `typewire dev` for the default vendor, from the sources. Builds the page, loads recorded
 * deliveries, sends one with a wrong signature, and prints the next steps.
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createProcessIo } from "../cli/io/io.js";
import { PROJECT, type Tool } from "../cli/io/tool.js";
import { main } from "../cli/main.js";
import { buildInspectorPage } from "./build/inspector.js";
import {
  createRecordedSender,
  readRecordedDeliveries,
  type RecordedDelivery,
} from "./start/recorded-deliveries.js";

/** The commands in a clone, which has no `npx typewire`. */
const CLONE: Tool = { ...PROJECT, command: "npx tsx cli/bin.ts" };

/** The events whose deliveries are loaded, a few of each. */
const LOADED_EVENTS = ["issues", "push", "pull_request", "ping", "star", "release"];
const MAX_PER_EVENT = 3;

await buildInspectorPage();
const folder = mkdtempSync(join(tmpdir(), "typewire-dev-"));
const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => interrupted.abort());
try {
  process.exitCode = await start();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function start(): Promise<number> {
  const file = join(folder, "deliveries.json");
  const deliveries = chooseDeliveries();
  writeFileSync(file, JSON.stringify(deliveries));
  const passedOptions = process.argv.slice(2);
  const hasSecret = passedOptions.some((word) => word.startsWith("--secret"));
  const secret = hasSecret ? undefined : randomBytes(16).toString("hex");
  const secretOption = secret === undefined ? [] : ["--secret", secret];
  const io = createProcessIo(interrupted.signal);
  const err = (text: string): void => {
    for (const line of replaceHint(text, secret)) io.err(line);
    const url = /^Listening on (.*)$/.exec(text)?.[1];
    const [first] = deliveries;
    // A line break at the end of the secret is a common mistake.
    if (url !== undefined && secret !== undefined && first !== undefined)
      void createRecordedSender(url, `${secret}\n`)("a-wrong-signature", first);
  };
  const argv = ["dev", "--load", file, ...secretOption, ...passedOptions];
  return main(argv, { ...io, tool: CLONE, err });
}

function chooseDeliveries(): readonly RecordedDelivery[] {
  const deliveries = readRecordedDeliveries();
  return LOADED_EVENTS.flatMap((event) =>
    deliveries.filter(({ name }) => name === event).slice(0, MAX_PER_EVENT),
  ).reverse();
}

/** Puts steps for a clone in the place of the hint that `typewire dev` prints; other lines stay. */
function replaceHint(text: string, secret: string | undefined): readonly string[] {
  const [, options] = /^Try: .* send \S+(.*)$/.exec(text) ?? [];
  if (options === undefined) return [text];
  const secretOption = secret === undefined ? "" : ` --secret ${secret}`;
  const command = `${CLONE.command} send issues.opened${options}${secretOption}`;
  return [
    "1. Open that page. The deliveries are recorded ones. The page explains the wrong signature of the top one.",
    "2. Choose a delivery, press “Send again”, and look for its line here.",
    `3. Send a sample: ${command}`,
    "4. Let your own handlers run: npm run dev -- my-webhooks.ts, a module that exports a Webhooks.",
    "5. Read docs/developing.md, on relays, forwarding and recording.",
  ];
}
