/** Prints, reads and changes `package.json` of a made package. */
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { replaceFile } from "../../codegen/files/drafts.js";
import { isMap, type JsonMap } from "../../codegen/model/json.js";
import { CommandError } from "../io/errors.js";
import { type CliIo, locate } from "../io/io.js";
import { findProject } from "../io/project.js";
import { FOLDERS } from "../io/tool.js";
import type { RepositoryKeys } from "./repository.js";
import type { Dependencies } from "./dependency-versions.js";

/** Version of a new package, which `client` in its `vendor.yaml` repeats. */
export const FIRST_VERSION = "0.1.0";

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

/** Versions that a made package is tested with. */
export const TOOLS = { typescript: "~5.9.3", "@types/node": "^20.19.0" } as const;

export interface PackageFacts {
  readonly name: string;
  readonly description: string;
  readonly license?: string | undefined;
  readonly repository: RepositoryKeys;
  readonly keywords: readonly string[];
  readonly dependencies: Dependencies;
  readonly exports: object;
}

/** `package.json` of a package that exists. */
export interface Manifest {
  /** Folder of the package. */
  readonly project: string;
  readonly value: JsonMap;
  readonly text: string;
}
