/** Programs of the examples: how they are installed, started, asked and ended. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { createDelivery } from "../../generated/testing.js";
import { findPort } from "../http/server.js";

const SECRET = "of the frameworks";
/** Milliseconds until a program listens: some build their site first. */
const START_LIMIT = 180_000;
const END_LIMIT = 30_000;

const QUIET = {
  NEXT_TELEMETRY_DISABLED: "1",
  NUXT_TELEMETRY_DISABLED: "1",
  ASTRO_TELEMETRY_DISABLED: "1",
  WRANGLER_SEND_METRICS: "false",
  NO_COLOR: "1",
};

/** Installs what a folder names, with the package of this repository as it is built. */
export async function install(cwd: string): Promise<void> {
  const options = ["--no-package-lock", "--workspaces=false", "--no-audit", "--no-fund"];
  await promisify(execFile)("npm", ["install", ...options], { cwd });
}

/** Starts a program; it rejects with what it has printed when it does not listen. */
export async function start(
  cwd: string,
  [command, ...parameters]: readonly [string, ...string[]],
): Promise<Program> {
  const port = await findPort();
  const child = spawn(command, parameters, {
    cwd,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...QUIET, PORT: String(port), WEBHOOK_SECRET: SECRET },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (bytes: Buffer) => (output += bytes.toString()));
  const closed = once(child, "close"); // when no process of it can write any more
  const kill = () => signal(child, "SIGKILL");
  try {
    await waitFor(port, child);
  } catch (error) {
    kill();
    throw new Error(output, { cause: error });
  }
  const end = async () => {
    signal(child, "SIGTERM");
    const limit = new AbortController();
    const late = setTimeout(() => {
      limit.abort();
      kill();
    }, END_LIMIT);
    await closed;
    clearTimeout(late);
    if (limit.signal.aborted) throw new Error(`It does not end at SIGTERM.\n${output}`);
  };
  return { send: (name, change) => send(port, name, change), end, kill, output: () => output };
}

/** Sends a signal to a program and to those that it has started. */
function signal({ pid = 0 }: ChildProcess, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name);
  } catch {
    // It has ended.
  }
}

async function waitFor(port: number, child: ChildProcess): Promise<void> {
  const end = Date.now() + START_LIMIT;
  while (child.exitCode === null && Date.now() < end) {
    const isThere = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("It does not listen.");
}

async function send(
  port: number,
  name: EventName,
  change = (body: string) => body,
): Promise<Answer> {
  const { headers, body } = await createDelivery(name, {}, { secret: SECRET });
  const url = `http://127.0.0.1:${port}/api/vendor/webhooks`;
  const sent = { method: "POST", headers: { ...headers, connection: "close" }, body: change(body) };
  const response = await fetch(url, sent);
  return { status: response.status, text: await response.text() };
}

/** A program that listens. */
export interface Program {
  /** Sends a signed delivery, whose body is changed afterwards, and returns the answer. */
  readonly send: (name: EventName, change?: (body: string) => string) => Promise<Answer>;
  /** Sends SIGTERM, and resolves once all processes have ended. */
  readonly end: () => Promise<void>;
  /** Ends what is left of it. */
  readonly kill: () => void;
  readonly output: () => string;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

export type EventName = "push" | "issues.opened" | "pull_request.opened";
