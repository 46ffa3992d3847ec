/**
 * Does what docs/github.md tells, block by block, in an empty folder, with GitHub's own descriptions
 * from npm and the packages from tarballs:
 *
 *     npx tsx scripts/pack.ts --pack-destination tarballs
 *     npx tsx test/packages/check-github.ts tarballs
 *
 * Wherever the page runs the tests, it sends the recorded deliveries to the client as it is then, and
 * prints how many of them are valid. At the end it runs the programs of the page. The commands and the
 * programs are read from the page, so the page cannot differ from what works. Exits with 1 if anything
 * fails.
 */
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { Delivered } from "./github/deliver.js";
import { type Block, openShell, readBlocks } from "./github/page.js";
import { runSamples } from "./github/samples.js";
import { expectText, Failure, findTarballs, installInto, run } from "./sdk/commands.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PAGE = join(ROOT, "docs/github.md");

/** The promise at the top of the page. */
const PROMISED = /Made a package in hub: 1223 routes, 75 events\./;

const [tarballFolder = ""] = process.argv.slice(2);
const { cli, runtime } = findTarballs(tarballFolder);
const workspace = mkdtempSync(join(tmpdir(), "typewire-github-"));
try {
  await followPage(readBlocks(PAGE));
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(workspace, { recursive: true, force: true });
}

async function followPage(blocks: readonly Block[]): Promise<void> {
  const place = join(workspace, "work");
  mkdirSync(place);
  // `npx typewire-cli` finds the installed package, and the page's clone of the project is this one.
  installInto(place, [cli, runtime]);
  symlinkSync(ROOT, join(place, "typewire"));
  const shell = openShell(place);
  const sdk = join(place, "hub");
  const rows: object[] = [];
  for (const { language, heading, code } of blocks) {
    if (language === "yaml") {
      appendFileSync(join(sdk, "schema/vendor.yaml"), `\n${code}`);
      shell.run("npx typewire generate");
    }
    if (language !== "sh") continue;
    const start = performance.now();
    const output = shell.run(code);
    const seconds = Math.round((performance.now() - start) / 1000);
    if (code.includes("init hub")) expectText(output, PROMISED);
    const delivered = code.includes("npm test") ? deliverRecorded(sdk, place) : undefined;
    rows.push({ heading, command: summarize(code), seconds, ...delivered });
    console.log(`${summarize(code)}: ${seconds} s`);
  }
  console.table(rows);
  const [sender = "", receiver = ""] = blocks
    .filter(({ language }) => language === "ts")
    .map(({ code }) => code);
  await runSamples({ sender, receiver }, { sdk, runtime, folder: join(place, "consumer") });
  console.log("The programs of the page compile, send and receive.");
}

/** The command that a row of the table names: the last one of a block, but for `npm test`. */
function summarize(code: string): string {
  const commands = code.split("\n").filter((line) => /^\w/.test(line));
  return (commands.at(code.includes("npm test") ? -2 : -1) ?? "").slice(0, 60);
}

/**
 * Sends the recorded deliveries to the client as it is now.
 * @throws Failure unless all are received, and valid once there are corrections.
 */
function deliverRecorded(sdk: string, place: string): Omit<Delivered, "invalid"> {
  const folder = join(place, "recorded");
  const file = join(folder, "node_modules/@octokit/webhooks-examples/api.github.com/index.json");
  installInto(folder, ["@octokit/webhooks-examples"]);
  const argv = ["--import", "tsx", join(ROOT, "test/packages/github/deliver.ts"), sdk, file];
  const { invalid, ...counts } = JSON.parse(run(process.execPath, argv, ROOT)) as Delivered; // it prints that
  const { sent, received, valid } = counts;
  if (received < sent) throw new Failure(`${received} of ${sent} deliveries were received.`);
  const isCorrected = existsSync(join(sdk, "schema/corrections.yaml"));
  if (!isCorrected || valid === sent) return counts;
  throw new Failure(`${sent - valid} deliveries are invalid: ${invalid.join(", ")}.`);
}
