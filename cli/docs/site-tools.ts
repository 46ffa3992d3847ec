/** Installs the tools of a site in its folder, and builds the site with them. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { CommandError } from "../io/errors.js";
import { type CliIo, withProgress } from "../io/io.js";

/** Installs the tools, unless they are there. */
export async function installTools(folder: string, io: Surroundings): Promise<void> {
  if (await isInstalled(resolve(folder))) return;
  const command = existsSync(join(folder, "package-lock.json")) ? "ci" : "install";
  const install = ["npm", command, "--no-audit", "--no-fund"] as const;
  await withProgress(io, "Installing the tools of the site", () =>
    runProgram(install, folder, io.env),
  );
}

/** Pagefind sometimes ends before its last file is written, and leaves it empty. Another build mends that. */
const MAX_BUILDS = 3;

/**
 * Builds the site; resolves to its folder.
 * @throws CommandError if the build fails, or if its search has no index.
 */
export async function buildSite(folder: string, io: Surroundings): Promise<string> {
  const result = join(folder, "dist");
  for (let builds = 0; builds < MAX_BUILDS; builds++) {
    await withProgress(io, "Building the site", () =>
      runProgram(["npm", "run", "build"], folder, { ...io.env, NODE_ENV: "production" }),
    );
    if (await hasIndex(result)) return result;
  }
  throw new CommandError(`${result} has no whole index for its search.`);
}

async function hasIndex(folder: string): Promise<boolean> {
  const settings = { recursive: true, withFileTypes: true } as const;
  const parts = await readdir(join(folder, "pagefind"), settings).catch(() => []);
  const files = parts.filter((part) => part.isFile());
  const sizes = files.map(async (file) => (await stat(join(file.parentPath, file.name))).size);
  return files.length > 0 && (await Promise.all(sizes)).every((size) => size > 0);
}

async function isInstalled(folder: string): Promise<boolean> {
  const { dependencies = {}, devDependencies = {} } = await readPackageJson(folder);
  const declared = Object.entries({ ...dependencies, ...devDependencies });
  const areInstalled = declared.map(async ([name, version]) => {
    return (await findInstalledVersion(folder, name)) === version;
  });
  return (await Promise.all(areInstalled)).every(Boolean);
}

/** Finds the version of a package as Node does: in the folder, or in one above it. */
async function findInstalledVersion(folder: string, name: string): Promise<string | undefined> {
  const manifest = await readPackageJson(join(folder, "node_modules", name)).catch(() => undefined);
  const parent = dirname(folder);
  if (manifest !== undefined || parent === folder) return manifest?.version;
  return findInstalledVersion(parent, name);
}

async function readPackageJson(folder: string): Promise<PackageJson> {
  return JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as PackageJson;
}

/** Runs a program silently. Its output is shown if it fails. */
function runProgram(
  [command, ...args]: readonly [string, ...string[]],
  folder: string,
  env: CliIo["env"],
): Promise<void> {
  return new Promise((done, reject) => {
    const child = spawn(command, args, {
      cwd: folder,
      env: { ...env, ASTRO_TELEMETRY_DISABLED: "1" },
      shell: process.platform === "win32", // where npm is a script
      stdio: ["ignore", "pipe", "pipe"],
    });
    let written = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (written += text));
    const fail = (why: string): void =>
      reject(
        new CommandError(
          `${[command, ...args].join(" ")} ${why} in ${folder}. The pages are written; ` +
            `\`npm install && npm run build\` there builds the site.\n${written.trim()}`,
        ),
      );
    child.on("error", ({ message }) => fail(`cannot be run (${message})`));
    child.on("close", (code) => (code === 0 ? done() : fail(`failed with ${String(code)}`)));
  });
}

type Surroundings = Pick<CliIo, "env" | "progress">;

interface PackageJson {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}
