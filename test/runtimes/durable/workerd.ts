/** A workerd that a test kills and starts again. The worker of `objects.ts` and its storage are in a folder. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { tmpdir } from "node:os";
import { build } from "esbuild";

const HERE = import.meta.dirname;
const WORKERD = resolve(HERE, "../node_modules/@cloudflare/workerd-linux-64/bin/workerd");

/** The worker, which all tests of a file share. */
const WORKER = bundle(join(HERE, "objects.ts"));

/** Creates a folder with the worker and an empty storage. */
export async function createWorkerFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "typewire-workerd-"));
  mkdirSync(join(folder, "disk"));
  writeFileSync(join(folder, "worker.js"), await WORKER);
  return folder;
}

async function bundle(file: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [file],
    alias: { "#platform": resolve(HERE, "../../../src/receive/signatures/platform.portable.ts") },
    external: ["libsql", "node:*"],
    write: false,
    bundle: true,
    format: "esm",
    target: "es2022",
    logLevel: "error",
    tsconfigRaw: {},
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Starts workerd on a port, and resolves once it answers. */
export async function startWorkerd(
  folder: string,
  port: number,
  options: object = {},
): Promise<Workerd> {
  const config = join(folder, "config.capnp");
  writeFileSync(config, printConfig(folder, port, options));
  const child = spawn(WORKERD, ["serve", config]);
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => (text += String(chunk)));
  for (;;) {
    if (hasEnded(child)) throw new Error(describeEnd(child, text));
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer !== undefined) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return {
    kill: async () => {
      if (hasEnded(child)) throw new Error(describeEnd(child, text));
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

function describeEnd({ exitCode, signalCode }: ChildProcess, output: string): string {
  return `workerd ended by itself (${signalCode ?? exitCode}):\n${output}`;
}

function printConfig(folder: string, port: number, options: object): string {
  const namespaces = ["Relay", "Store"].map(
    (name) => `(className = "${name}", uniqueKey = "${name}", enableSql = true)`,
  );
  const bindings = ["Relay", "Store"].map(
    (name) => `(name = "${name.toUpperCase()}", durableObjectNamespace = "${name}")`,
  );
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "program", worker = .program),
    (name = "disk", disk = (path = ${JSON.stringify(join(folder, "disk"))}, writable = true)),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "program")],
);
const program :Workerd.Worker = (
  modules = [(name = "program", esModule = embed "worker.js")],
  compatibilityDate = "2026-11-01",
  durableObjectNamespaces = [${namespaces.join(", ")}],
  durableObjectStorage = (localDisk = "disk"),
  bindings = [
    ${bindings.join(", ")},
    (name = "OPTIONS", text = ${JSON.stringify(JSON.stringify(options))}),
  ],
);
`;
}

export interface Workerd {
  /** Kills it. Throws what it printed if it has ended by itself: the test that runs has failed for that reason. */
  readonly kill: () => Promise<void>;
}
