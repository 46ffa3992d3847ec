/**
 * Builds `src/runtime/dist` of the package `typewire-runtime`. A subpath imports files of the others,
 * and each half is one file: `endpoint`, and `webhooks` with both middlewares. Neither loads the other.
 *
 * `#platform` is built in. Resolving a platform's own file at run time would take longer than loading
 * it. Files that are the same on all platforms are written once; they import those that are not by the
 * name of the package, whose `exports` choose.
 */
import { rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import manifest from "../../src/runtime/package.json" with { type: "json" };
import { bundle } from "./bundle.js";
import { relativeSpecifier, replaceImports, writeFiles } from "./files.js";
import { readLicenses } from "./licenses.js";

const FOLDER = "src/runtime";

const PLATFORMS = ["node", "portable"] as const;

/** Subpaths that are one file with modules that others need too; the first that matches counts. */
const GROUPS = [
  { name: "endpoint", test: /\/src\/(?:endpoint\/|version\.|runtime\/endpoint\.)/ },
  {
    name: "deliveries",
    test: /\/src\/(?:runtime\/deliveries|webhooks\/(?:challenge|fields|form-body|name-patterns))\./,
  },
  {
    name: "webhooks",
    test: /\/src\/(?:nearest\.|webhooks\/|middleware\/|runtime\/webhooks\.)|\/src\/signatures\/(?:algorithms|arguments|body-scheme|delivery-fields|platform|raw-data|secret|verify)\b|\/@noble\/hashes\//,
  },
  {
    name: "signing",
    test: /\/src\/(?:runtime\/signing\.|signatures\/(?!schemes|define|verifier|any-scheme|standard|plan))/,
  },
];

/**
 * A client's users install this package, so it is small. Functions and classes keep their names: stack
 * traces stay readable.
 */
const MINIFY = {
  compress: { keepNames: { function: true, class: true } },
  mangle: { keepNames: { function: true, class: true } },
  codegen: { removeWhitespace: true },
} as const;

/** Bundled rather than installed: they are many times larger than what is used of them. */
const BUNDLED = ["@noble/hashes", "eventsource-parser"];

export async function buildRuntime(): Promise<void> {
  // What an earlier build left behind would be packed too.
  rmSync(`${FOLDER}/dist`, { recursive: true, force: true });
  const [node, portable] = await Promise.all(PLATFORMS.map(bundleFor));
  if (node === undefined || portable === undefined) throw new Error("There are two platforms.");
  const isShared = (path: string): boolean => node.get(path) === portable.get(path);
  const paths = [...new Set([...node.keys(), ...portable.keys()])];
  for (const path of paths) expectPlatformFile(path, isShared(path));
  const files = paths.flatMap((path) =>
    isShared(path)
      ? [placeShared(path, node.get(path) ?? "", isShared)]
      : [placeOwn("node", path, node, isShared), placeOwn("portable", path, portable, isShared)],
  );
  writeFiles(`${FOLDER}/dist`, files);
  writeFileSync(`${FOLDER}/THIRD_PARTY.md`, readLicenses(BUNDLED));
}

type Files = ReadonlyMap<string, string>;

async function bundleFor(platform: (typeof PLATFORMS)[number]): Promise<Files> {
  const chunks = await bundle({
    input: Object.fromEntries(listSubpaths().map((name) => [name, `./${FOLDER}/${name}.ts`])),
    groups: GROUPS,
    alias: { "#platform": resolve(`src/signatures/platform.${platform}.ts`) },
    minify: MINIFY,
  });
  return new Map(chunks.map(({ fileName, code }) => [fileName, code]));
}

/** The modules of the package, as its manifest lists them. */
export function listSubpaths(): readonly string[] {
  return Object.values(manifest.exports).flatMap((target) =>
    typeof target === "string"
      ? []
      : (/^\.\/dist\/types\/runtime\/(.+)\.d\.ts$/.exec(target.types)?.[1] ?? []),
  );
}

/** Both kinds of files are where the manifest says. */
function expectPlatformFile(path: string, isShared: boolean): void {
  const subpath = `./${path.replace(/\.js$/, "").replace(/^index$/, "")}`.replace(/\/$/, "");
  const target = Object.entries(manifest.exports).find(([key]) => key === subpath)?.[1];
  const hasPlatforms = typeof target === "object" && "node" in target;
  if (hasPlatforms === isShared) {
    throw new Error(
      `${path} is ${isShared ? "the same on all platforms" : "different on each platform"}; ${FOLDER}/package.json says otherwise.`,
    );
  }
}

function placeShared(path: string, code: string, isShared: (path: string) => boolean) {
  const text = replaceImports({ fileName: path, code }, (imported) =>
    isShared(imported)
      ? relativeSpecifier(path, imported)
      : `${manifest.name}/${imported.replace(/\.js$/, "")}`,
  );
  return [path, text] as const;
}

function placeOwn(
  platform: string,
  path: string,
  files: Files,
  isShared: (path: string) => boolean,
) {
  const target = `${platform}/${path}`;
  const code = files.get(path) ?? "";
  const text = replaceImports({ fileName: path, code }, (imported) =>
    relativeSpecifier(target, isShared(imported) ? imported : `${platform}/${imported}`),
  );
  return [target, text] as const;
}
