/** A follower that is killed and started again, as a process of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, it, onTestFinished } from "vitest";
import { bundleProgram } from "../programs/programs.js";
import { createRandom } from "../random.js";
import { startRelay } from "../relay/server/setup.js";
import { until } from "../until.js";
import { createTestCli } from "./cli.js";

const SECRET = { WEBHOOK_SECRET: "whsec_dGhlIHNlY3JldCBvZiB0aGUgdGVzdHM=" };
/** Deliveries before each run: more than one reads, which ends as soon as it has some of them. */
const BATCH = 30;
/** The most deliveries that a follower handles at once: a kill can repeat as many. */
const AT_ONCE = 20;

it.each([
  ["SIGKILL", 8],
  ["SIGINT", 4],
] as const)("[D.20] loses nothing by %s, %i times", async (signal, runs) => {
  const cli = await createTestCli();
  onTestFinished(() => cli.remove());
  await cli.writeStarter();
  const { url } = await startRelay();
  const random = createRandom(7);
  const seen: string[] = [];
  /** Follows the channel until enough is read, and then ends the process while others come. */
  const follow = async (isEnough: (lines: number) => boolean): Promise<void> => {
    const { child, ended } = await startFollower(cli.folder, url);
    let lines = 0;
    for await (const line of createInterface(child.stdout)) {
      seen.push((JSON.parse(line) as { readonly id: string }).id);
      if (isEnough(++lines)) child.kill(signal);
    }
    await ended;
  };

  // The first run finds no delivery: it only keeps its place, from which the next one goes on.
  const { child, ended } = await startFollower(cli.folder, url);
  // Not the draft of the file, which a kill leaves behind.
  const placeFile = expect.stringMatching(/followed-[0-9a-f]{16}$/);
  await until(async () => expect(await cli.list(".typewire")).toContainEqual(placeFile));
  child.kill(signal);
  await ended;
  for (let run = 0; run < runs; run++) {
    const sending = ["send", "note.created", url, "--times", String(BATCH)];
    expect(await cli.run(sending, { env: SECRET, fetch })).toMatchObject({ code: 0 });
    const count = 1 + Math.floor(random() * BATCH);
    await follow((lines) => lines === count);
  }
  const sent = runs * BATCH;
  if (new Set(seen).size < sent) await follow(() => new Set(seen).size === sent);

  expect(new Set(seen).size).toBe(sent);
  const repeated = seen.length - sent;
  expect(repeated).toBeLessThanOrEqual(signal === "SIGINT" ? 0 : runs * AT_ONCE);
});

async function startFollower(cwd: string, url: string) {
  const argv = [await bundleProgram("cli/bin.ts"), "relay", url, "--json"];
  const child = spawn(process.execPath, argv, { cwd, env: { ...process.env, ...SECRET } });
  return { child, ended: once(child, "close") };
}
