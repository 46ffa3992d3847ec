/** Relays and followers in processes of their own, which a test stops or kills. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { bundleProgram } from "../../programs/programs.js";
import { type SendResult, sendWhile } from "./sending.js";

/** Starts a program of `fixtures`, without waiting for what it prints. */
export async function startProgram(
  name: "follow" | "serve",
  ...args: readonly string[]
): Promise<TestProcess> {
  const program = await bundleProgram(`test/relay/server/fixtures/${name}.ts`);
  const child = spawn(process.execPath, [program, ...args]);
  let text = "";
  child.stdout.on("data", (chunk) => (text += String(chunk)));
  child.stderr.on("data", (chunk) => (text += String(chunk)));
  const end = async (signal: NodeJS.Signals = "SIGKILL"): Promise<void> => {
    if (hasEnded(child)) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  };
  return { child, text: () => text, end };
}

/** Starts a relay with a file, and resolves once it listens. */
export async function startRelayProcess(
  port: number,
  file: string,
  channel: string,
): Promise<TestProcess> {
  const program = await startProgram("serve", String(port), file, channel);
  while (!program.text().includes("listening")) {
    if (hasEnded(program.child)) throw new Error(`The relay ended: ${program.text()}`);
    await sleep(10);
  }
  return program;
}

/** Kills a relay and starts it again, while deliveries are sent to it. */
export async function killRelay(
  file: string,
  { kills, pause, channel, port, ready }: KillPlan,
): Promise<KillResult> {
  let relay = await startRelayProcess(port, file, channel);
  await ready;
  const result = await sendWhile(`http://127.0.0.1:${port}/${channel}`, async () => {
    for (let count = 0; count < kills; count++) {
      await sleep(pause * (0.5 + Math.random() / 2));
      await relay.end();
      relay = await startRelayProcess(port, file, channel);
    }
  });
  return { ...result, relay };
}

/** Tells whether a process has ended: by itself, or by a signal. */
function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

export interface TestProcess {
  readonly child: ChildProcess;
  /** Everything that it has printed. */
  readonly text: () => string;
  /** Sends it a signal, `SIGKILL` by default, and waits until it has ended. */
  readonly end: (signal?: NodeJS.Signals) => Promise<void>;
}

export interface KillResult extends SendResult {
  /** The relay that was started last. */
  readonly relay: TestProcess;
}

interface KillPlan {
  readonly channel: string;
  readonly port: number;
  readonly kills: number;
  /** Milliseconds between a start and the next kill, at most. */
  readonly pause: number;
  /** Resolves when the followers are there. */
  readonly ready: Promise<unknown>;
}
