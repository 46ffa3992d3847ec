/**
 * Runs the examples of frameworks that the project does not install, each by its two commands, `npm install`
 * and `npm start`, against signed deliveries, and prints a table. The package is built first.
 */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createDelivery } from "../../src/entries/testing.js";
import { findPort } from "../http/server.js";
import { countGlue } from "./glue.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const runtimes = `${root}/test/runtimes/node_modules`;
const SECRET = "of the frameworks";
const TIME_LIMIT = 60_000;

interface Framework {
  /** Folder of the example. */
  readonly name: string;
  readonly file: string;
  /** In place of `npm start`, for a runtime that `npm run test:runtimes` has installed. */
  readonly command?: readonly [string, ...string[]];
  /** False for a server that belongs to the framework, which ends at SIGTERM without `drain`. */
  readonly drains?: false;
}

const FRAMEWORKS: readonly Framework[] = [
  { name: "koa", file: "server.mjs" },
  { name: "nest", file: "server.mjs" },
  { name: "h3", file: "server.mjs" },
  { name: "google-cloud", file: "index.mjs", drains: false },
  {
    name: "deno",
    file: "server.mjs",
    command: [
      `${runtimes}/@deno/linux-x64-glibc/deno`,
      ...["run", "--quiet", "--no-lock", "--node-modules-dir=manual", "--allow-all", "server.mjs"],
    ],
  },
  {
    name: "bun",
    file: "server.mjs",
    command: [`${runtimes}/@oven/bun-linux-x64/bin/bun`, "server.mjs"],
  },
];

type Row = readonly [name: string, valid: string, tampered: string, drained: string, glue: string];

async function run({ name, file, command, drains }: Framework): Promise<Row> {
  const cwd = `${root}/examples/${name}`;
  const port = await findPort();
  if (command === undefined) install(cwd);
  const [program, ...parameters] = command ?? ["npm", "start"];
  const child = spawn(program, parameters, {
    ...{ cwd, detached: true, stdio: ["ignore", "pipe", "pipe"] },
    env: { ...process.env, PORT: String(port), HOST: "127.0.0.1", WEBHOOK_SECRET: SECRET },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (bytes: Buffer) => (said += bytes.toString()));
  const closed = once(child, "close");
  try {
    await waitFor(port, child);
    const valid = await send(port, (body) => body);
    const tampered = await send(port, (body) => `${body} `);
    signal(child, "SIGTERM");
    await closed;
    const isHandled =
      said.includes("push to refs/") && (drains === false || said.includes("Drained."));
    const glue = String(countGlue(`${root}/examples/${name}/${file}`));
    return [
      name,
      expect(valid, 200),
      expect(tampered, 400),
      isHandled ? "ok" : `FAILED: ${said}`,
      glue,
    ];
  } catch (error) {
    return [name, `FAILED: ${String(error)}\n${said}`, "", "", ""];
  } finally {
    signal(child, "SIGKILL");
  }
}

/** Installs what an example names, with the package of this folder as it is built. */
function install(cwd: string): void {
  const options = ["install", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund"];
  execFileSync("npm", [...options, "--workspaces=false"], {
    cwd,
    stdio: ["ignore", "ignore", "inherit"],
  });
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
  const end = Date.now() + TIME_LIMIT;
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

async function send(port: number, change: (body: string) => string): Promise<number> {
  const { headers, body } = await createDelivery("push", {}, { secret: SECRET });
  const url = `http://127.0.0.1:${port}/api/vendor/webhooks`;
  const sent = { method: "POST", headers: { ...headers, connection: "close" }, body: change(body) };
  return (await fetch(url, sent)).status;
}

function expect(status: number, expected: number): string {
  return status === expected ? "ok" : `FAILED: ${status}`;
}

const rows: Row[] = [["framework", "valid", "tampered", "SIGTERM", "lines of glue"]];
for (const framework of FRAMEWORKS) {
  const [program] = framework.command ?? [];
  if (program === undefined || existsSync(program)) rows.push(await run(framework));
  else rows.push([framework.name, "not installed: npm run test:runtimes", "", "", ""]);
}
for (const row of rows)
  console.log(
    row
      .map((cell) => cell.padEnd(14))
      .join("")
      .trimEnd(),
  );
process.exitCode = rows.flat().some((cell) => cell.startsWith("FAILED")) ? 1 : 0;
