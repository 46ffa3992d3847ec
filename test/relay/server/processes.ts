/** Relays and followers in processes of their own, which a test stops or kills. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { bundleProgram } from "../../programs/programs.js";
import { sendEvent } from "./send.js";

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
    if (child.exitCode !== null || child.signalCode !== null) return;
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
    if (program.child.exitCode !== null) throw new Error(program.text());
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return program;
}

/** Sends deliveries to a channel without a pause, each once, by four senders, while `work` runs. */
export async function sendWhile(url: string, work: () => Promise<void>): Promise<SendResult> {
  const answered: string[] = [];
  let sent = 0;
  let state: "sending" | "done" = "sending";
  const sender = async (name: string): Promise<void> => {
    for (let count = 0; state === "sending"; count++) {
      const id = `${name}-${count}`;
      sent++;
      const answer = await sendEvent(url, id).catch(() => undefined);
      if (answer?.status === 202) answered.push(id);
      else await new Promise((resolve) => setTimeout(resolve, 5)); // the relay is down
    }
  };
  const senders = ["a", "b", "c", "d"].map(sender);
  await work();
  state = "done";
  await Promise.all(senders);
  return { answered, sent };
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
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random() / 2)));
      await relay.end();
      relay = await startRelayProcess(port, file, channel);
    }
  });
  return { ...result, relay };
}

/** Tells if the deliveries of each sender of {@link sendWhile} are in the order in which it sent them. */
export function areInOrder(ids: readonly string[]): boolean {
  const last = new Map<string, number>();
  return ids.every((id) => {
    const [sender = "", count = ""] = id.split("-");
    const isLater = Number(count) > (last.get(sender) ?? -1);
    last.set(sender, Number(count));
    return isLater;
  });
}

export interface TestProcess {
  readonly child: ChildProcess;
  /** Everything that it has printed. */
  readonly text: () => string;
  readonly end: (signal?: NodeJS.Signals) => Promise<void>;
}

export interface SendResult {
  /** Ids of deliveries that were answered with 202. */
  readonly answered: readonly string[];
  /** Number of deliveries that were sent. */
  readonly sent: number;
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
