/**
 * Builds `src/runtime/dist` of the package `typewire-runtime`. A subpath imports files of the others,
 * and each half is one file: `endpoint`, and `webhooks` with both middlewares. Neither loads the other.
 *
 * All platforms share these files. They import `#platform`, whose file `imports` of the manifest choose.
 */
import { rmSync, writeFileSync } from "node:fs";
import manifest from "../../src/runtime/package.json" with { type: "json" };
import { bundle, MINIFY, type BundleOptions } from "./bundle.js";
import { writeFiles } from "./files.js";
import { readLicenses } from "./licenses.js";

const FOLDER = "src/runtime";

export const PLATFORMS = ["node", "portable"] as const;

/**
 * Subpaths that are one file with modules that others need too; the first that matches counts. No two
 * files import each other, of which bundlers warn.
 */
const GROUPS = [
  { name: "endpoint", test: /\/src\/(?:endpoint\/|runtime\/endpoint\.)/ },
  {
    name: "deliveries",
    test: /\/src\/(?:runtime\/deliveries|signatures\/plan\/challenge-text|webhooks\/(?:challenge|fields|form-body|name-patterns))\./,
  },
  {
    name: "webhooks",
    test: /\/src\/(?:messages\/nearest\.|webhooks\/|middleware\/|runtime\/webhooks\.)|\/src\/signatures\/(?:algorithms|arguments|body-scheme|delivery-fields|secret|verify)\b/,
  },
  {
    name: "signing",
    test: /\/src\/(?:runtime\/signing\.|signatures\/(?!schemes|define|verifier|any-scheme|standard|plan))/,
  },
];

/** Bundled rather than installed: only a small part of it is used. */
const BUNDLED = ["@noble/hashes"];

export async function buildRuntime(): Promise<void> {
  // Files of an earlier build would be packed, too.
  rmSync(`${FOLDER}/dist`, { recursive: true, force: true });
  const subpaths = listSubpaths().map((name) => [name, `./${FOLDER}/${name}.ts`] as const);
  await bundleInto("dist", Object.fromEntries(subpaths), GROUPS);
  for (const platform of PLATFORMS) {
    await bundleInto("dist/platforms", { [platform]: `./src/signatures/platform.${platform}.ts` });
  }
  writeFileSync(
    `${FOLDER}/THIRD_PARTY.md`,
    readLicenses(BUNDLED.map((name) => `node_modules/${name}`)),
  );
}

async function bundleInto(
  folder: string,
  input: Readonly<Record<string, string>>,
  groups: BundleOptions["groups"] = [],
): Promise<void> {
  const external = /^(?:node:|pg$|pg-boss$|#platform$)/;
  const files = await bundle({ input, groups, external, minify: MINIFY });
  writeFiles(
    `${FOLDER}/${folder}`,
    files.map(({ fileName, code }) => [fileName, code]),
  );
}

/** The modules of the package, as its manifest lists them. */
export function listSubpaths(): readonly string[] {
  return Object.values(manifest.exports).flatMap((target) =>
    typeof target === "string"
      ? []
      : (/^\.\/dist\/types\/runtime\/(.+)\.d\.ts$/.exec(target.types)?.[1] ?? []),
  );
}
