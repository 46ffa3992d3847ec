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
    if (child.exitCode !== null) throw new Error(text);
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer !== undefined) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return { text: () => text, kill: () => kill(child) };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
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
  readonly text: () => string;
  readonly kill: () => Promise<void>;
}
