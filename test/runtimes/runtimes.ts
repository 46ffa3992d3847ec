/** The runtimes, each with the command that serves a program on a port of loopback. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const modules = fileURLToPath(new URL("node_modules/", import.meta.url));

/** Chromium is not on npm; CI says so where it cannot be installed. */
const CHROMIUM: Runtime = {
  name: "Chromium",
  condition: "browser",
  programs: { suites: "programs/standard.ts" },
  serve: (program) => [
    process.execPath,
    "--import",
    import.meta.resolve("tsx"),
    fileURLToPath(new URL("programs/browser.ts", import.meta.url)),
    program,
  ],
};

/** Node is the first: the answers of the others are compared with its own. */
export const RUNTIMES: readonly Runtime[] = [
  ...["20", "22", "24", "26"].map((version) => createNode(version)),
  {
    name: "Bun",
    condition: "bun",
    programs: { suites: "programs/standard.ts", relay: "../../examples/relay-server/standard.ts" },
    serve: (program) => [join(modules, "@oven/bun-linux-x64/bin/bun"), program],
  },
  {
    name: "Deno",
    condition: "deno",
    programs: { suites: "programs/standard.ts", relay: "../../examples/relay-server/standard.ts" },
    serve: (program, port) => [
      join(modules, "@deno/linux-x64-glibc/deno"),
      "serve",
      "--quiet",
      "--no-config",
      "--allow-net=127.0.0.1",
      "--host",
      "127.0.0.1",
      "--port",
      String(port),
      program,
    ],
  },
  createWorkerd("workerd", []),
  createWorkerd("workerd, Node's", ["nodejs_compat"]),
  ...(process.env["WITHOUT_CHROMIUM"] === undefined ? [CHROMIUM] : []),
];

function createNode(version: string): Runtime {
  return {
    name: `Node ${version}`,
    condition: "node",
    programs: { suites: "programs/node.ts", relay: "programs/relay-node.ts" },
    serve: (program) => [join(modules, `node-${version}/bin/node`), program],
  };
}

function createWorkerd(name: string, flags: readonly string[]): Runtime {
  return {
    name,
    condition: "workerd",
    programs: {
      suites: "programs/standard.ts",
      relay: "../../examples/relay-cloudflare/worker.ts",
    },
    serve: (program, port) => {
      const config = `${program}.capnp`;
      mkdirSync(diskOf(program), { recursive: true }); // SQLite in memory is not offered
      writeFileSync(config, printWorkerConfig(program, port, flags));
      return [join(modules, "@cloudflare/workerd-linux-64/bin/workerd"), "serve", config];
    },
  };
}

function diskOf(program: string): string {
  return `${program}.disk`;
}

/** A worker with the one class of Durable Objects that the relay needs. */
function printWorkerConfig(program: string, port: number, flags: readonly string[]): string {
  const isRelay = /relay/.test(program);
  const relay = `
  durableObjectNamespaces = [(className = "Relay", uniqueKey = "relay", enableSql = true)],
  durableObjectStorage = (localDisk = "disk"),
  bindings = [(name = "RELAY", durableObjectNamespace = "Relay")],`;
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "program", worker = .program),
    (name = "internet", network = (allow = ["private"])),
    (name = "disk", disk = (path = ${JSON.stringify(resolve(diskOf(program)))}, writable = true)),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "program")],
);
const program :Workerd.Worker = (
  modules = [(name = "program", esModule = embed "${program.replace(/^.*\//, "")}")],
  compatibilityDate = "2026-11-01",
  compatibilityFlags = ${JSON.stringify(flags)},${isRelay ? relay : ""}
);
`;
}

export interface Runtime {
  readonly name: string;
  /** Condition of `exports` by which it finds its build of the packages. */
  readonly condition: string;
  /** Programs by what they do. Nothing can listen inside a browser, so it has no relay. */
  readonly programs: { readonly suites: string; readonly relay?: string };
  /** Returns the command that serves a bundled program; `PORT` is in its environment, too. */
  readonly serve: (program: string, port: number) => readonly [string, ...string[]];
}
