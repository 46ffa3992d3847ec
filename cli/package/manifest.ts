/** Prints, reads and changes `package.json` of a made package, and chooses the versions in it. */
import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { replaceFile } from "../../codegen/files/drafts.js";
import { isMap, type JsonMap } from "../../codegen/model/json.js";
import { CommandError } from "../io/errors.js";
import { type CliIo, locate } from "../io/io.js";
import { findProject, FOLDERS, VERSION } from "../io/tool.js";
import type { RepositoryKeys } from "./repository.js";

/** Version of a new package, which `client` in its `vendor.yaml` repeats. */
export const FIRST_VERSION = "0.1.0";

export interface PackageFacts {
  readonly name: string;
  readonly description: string;
  readonly license?: string | undefined;
  readonly repository: RepositoryKeys;
  readonly keywords: readonly string[];
  readonly dependencies: Dependencies;
  readonly exports: object;
}

/** Prints the manifest of a made package. The package publishes the build of `src/`. */
export function printManifest(facts: PackageFacts): string {
  const { name, description, license, repository, keywords, dependencies, exports } = facts;
  const manifest = {
    name,
    version: FIRST_VERSION,
    description,
    keywords,
    license, // JSON leaves `undefined` out
    ...repository,
    type: "module",
    sideEffects: false,
    engines: { node: "^20.19.0 || >=22.12.0" },
    exports,
    files: [
      "dist/src",
      `${FOLDERS.out}/reference`,
      `${FOLDERS.out}/api.md`,
      "CHANGELOG.md",
      "SKILL.md",
      "llms.txt",
    ],
    scripts: {
      generate: "typewire generate",
      build:
        "typewire update --finish && node -e \"fs.rmSync('dist',{recursive:true,force:true})\" && tsc",
      test: "typewire generate --check --package && npm run build && node --test dist/test/*.test.js",
      prepack: "npm run build",
      version: "typewire generate --package && (git add schema src/generated || exit 0)",
      prepublishOnly: "npm test",
    },
    dependencies: { "typewire-runtime": dependencies.runtime },
    devDependencies: { ...TOOLS, "typewire-cli": dependencies.cli },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/**
 * Compiles the client with its tests, which import it by the name of the package, as users do. There are no
 * maps: a debugger steps through the code as it is, which keeps its lines, names and comments, and an editor
 * goes to declarations, which have all types and texts. Maps with the sources would double the package.
 */
export const TSCONFIG = `{
  "compilerOptions": {
    "target": "es2022",
    "lib": ["es2023", "dom", "dom.iterable", "dom.asynciterable"],
    "module": "nodenext",
    "moduleDetection": "force",
    "types": ["node"],
    "rootDir": ".",
    "outDir": "dist",
    "declaration": true,
    "strict": true,
    "exactOptionalPropertyTypes": true,
    "noUncheckedIndexedAccess": true,
    "verbatimModuleSyntax": true,
    "skipLibCheck": true
  },
  "include": ["src", "test"]
}
`;

export const GITIGNORE = `node_modules/
dist/
*.tgz
`;

/** Settings of editors: those of the formatter that the generated files have. */
export const EDITORCONFIG = `root = true

[*]
charset = utf-8
end_of_line = lf
indent_size = 2
indent_style = space
insert_final_newline = true
trim_trailing_whitespace = true
`;

/** Tells `attw --pack` that the package has ES modules alone, which `require()` loads in the Node that it needs. */
export const ATTW_SETTINGS = `{ "profile": "esm-only" }
`;

/** Lets code hosts fold generated files in a diff. */
export const GITATTRIBUTES = `${FOLDERS.out}/** linguist-generated
`;

/** `package.json` of a package that exists. */
export interface Manifest {
  /** Folder of the package. */
  readonly project: string;
  readonly value: JsonMap;
  readonly text: string;
}

/**
 * Reads the nearest `package.json` of a folder or of one above it; `undefined` if there is none.
 * @throws CommandError if it is not a JSON object.
 */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const project = findProject(folder);
  if (project === undefined) return undefined;
  const file = join(project, "package.json");
  const text = await readFile(file, "utf8");
  const value = parseManifest(text);
  if (isMap(value)) return { project, value, text };
  throw new CommandError(`${file} is not a JSON object; expected the manifest of a package.`);
}

/** @throws CommandError if a schema folder is in no package. */
export async function expectManifest(schema: string, io: CliIo): Promise<Manifest> {
  const manifest = await readManifest(resolve(locate(io, schema)));
  if (manifest !== undefined) return manifest;
  throw new CommandError(`${schema} is in no package; expected a package.json beside it.`);
}

function parseManifest(text: string): unknown {
  try {
    return JSON.parse(text) as unknown; // any JSON
  } catch {
    return undefined;
  }
}

/** Prints a manifest with other values. Keeps the order of keys and the indentation, as npm does. */
export function printWithKeys({ value, text }: Omit<Manifest, "project">, keys: object): string {
  const indent = /^[ \t]+(?=")/m.exec(text)?.[0] ?? "  ";
  const end = text.endsWith("\n") ? "\n" : "";
  return JSON.stringify({ ...value, ...keys }, null, indent) + end;
}

/** Replaces a key, as {@link printWithKeys} does. */
export async function writeManifestKey(
  manifest: Manifest,
  key: string,
  content: unknown,
): Promise<void> {
  const changed = printWithKeys(manifest, { [key]: content });
  await replaceFile(join(manifest.project, "package.json"), changed);
}

/** Versions or files of this project's packages that a made package installs, as npm takes them. */
interface Dependencies {
  readonly runtime: string;
  readonly cli: string;
}

/** Versions that a made package is tested with. */
export const TOOLS = { typescript: "~5.9.3", "@types/node": "^20.19.0" } as const;

/**
 * Chooses the versions that no option names. A command line that was installed from a file (a tarball or a
 * folder) uses that file and the runtime beside it, so that packages can be tested before a release. Any
 * other uses its own version.
 */
export function chooseDependencies(
  folder: string,
  named: Partial<Dependencies>,
  self: string = fileURLToPath(import.meta.url),
): Dependencies {
  const installed = findInstalled(self);
  const local = (name: string): string | undefined => {
    const path = installed && findFile(installed, name);
    return path === undefined ? undefined : `file:${toSlashes(relative(folder, path))}`;
  };
  return {
    runtime: named.runtime ?? local("typewire-runtime") ?? `^${VERSION}`,
    cli: named.cli ?? local("typewire-cli") ?? `^${VERSION}`,
  };
}

/** Packages beside this one. */
interface Installed {
  /** Folder that contains `node_modules`. */
  readonly root: string;
  /** Sources from which npm installed them, by name. */
  readonly packages: ReadonlyMap<string, string>;
}

/** Reads npm's list of installed packages. Other package managers have none. */
function findInstalled(self: string): Installed | undefined {
  const parts = self.split(sep);
  const end = parts.lastIndexOf("node_modules");
  if (end === -1) return undefined;
  const root = parts.slice(0, end).join(sep);
  const list = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(list)) return undefined;
  const { packages } = JSON.parse(readFileSync(list, "utf8")) as { packages?: unknown }; // npm writes it so
  const entries = Object.entries(isMap(packages) ? packages : {}).flatMap(([path, entry]) => {
    const resolved = isMap(entry) ? entry["resolved"] : undefined;
    const isTop = path.lastIndexOf("node_modules/") === 0;
    if (typeof resolved !== "string" || !isTop) return [];
    return [[path.slice("node_modules/".length), resolved] as const];
  });
  return { root, packages: new Map(entries) };
}

/** Finds the file of a package, or one of the same version beside that of the command line. */
function findFile({ root, packages }: Installed, name: string): string | undefined {
  const specifier = packages.get(name);
  if (specifier?.startsWith("file:")) return resolve(root, specifier.slice("file:".length));
  const cli = packages.get("typewire-cli");
  if (!cli?.startsWith("file:")) return undefined;
  const beside = join(dirname(resolve(root, cli.slice("file:".length))), `${name}-${VERSION}.tgz`);
  return existsSync(beside) ? beside : undefined;
}

/** Writes a path as npm takes it on every system. */
export function toSlashes(path: string): string {
  return path.split(sep).join("/");
}
