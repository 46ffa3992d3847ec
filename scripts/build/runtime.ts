/**
 * Builds `src/runtime/dist` of the package `typewire-runtime`. Subpaths share files, and each half is one
 * file: `endpoint`, and `webhooks` with both middlewares. Neither loads the other.
 *
 * All platforms share these files. The manifest's `imports` choose the files behind `#platform` and `#explain`.
 */
import { rmSync } from "node:fs";
import type { Plugin } from "rolldown";
import { RUNTIME } from "../../src/exports.js";
import { bundleInto, MINIFY } from "./bundle.js";
import { writeLicenses } from "./files.js";

const FOLDER = "src/runtime";

export const PLATFORMS = ["node", "portable"] as const;

/** Small modules that several files need. As files of their own, each takes half a millisecond to load. */
export const SHARED_MODULES =
  /\/src\/(?:base\/(?:back-off|durations|explain|nearest|package|values)|catalog\/method-lines|http\/(?:links|media-types))\./;

/**
 * Subpaths that share one file with modules that others need; the first match counts. No two files import
 * each other, because bundlers warn of that.
 */
const GROUPS = [
  { name: "shared", test: SHARED_MODULES },
  { name: "endpoint", test: /\/src\/(?:request\/endpoint\/|runtime\/endpoint\.)/ },
  {
    // With the parts that only some services need, because `createWebhooks` has them all.
    name: "webhooks",
    test: /\/src\/(?:runtime\/webhooks\.|http\/(?:closing|request)\.|receive\/(?:middleware\/|signatures\/plan\/challenge-text\.|webhooks\/(?!parts\/payload-validator)))/,
  },
  {
    name: "signing",
    test: /\/src\/(?:runtime\/signing\.|receive\/signatures\/(?!define|plan|schemes|verifier))/,
  },
];

/** Leaves texts to a file of each platform. */
const withExplain: Plugin = {
  name: "with-explain",
  resolveId: (source) =>
    source.endsWith("/base/explain.js") ? { id: "#explain", external: true } : null,
};

export async function buildRuntime(): Promise<void> {
  // Files of an earlier build would be packed, too.
  rmSync(`${FOLDER}/dist`, { recursive: true, force: true });
  const options = { external: /^(?:node:|pg$|pg-boss$|#platform$)/, minify: MINIFY };
  await bundleInto(`${FOLDER}/dist`, {
    ...options,
    input: Object.fromEntries(listSubpaths().map((name) => [name, `./${FOLDER}/${name}.ts`])),
    groups: GROUPS,
    plugins: [withExplain],
  });
  for (const platform of PLATFORMS) {
    await bundleInto(`${FOLDER}/dist/platforms`, {
      ...options,
      input: {
        [platform]: `./src/receive/signatures/platform.${platform}.ts`,
        [`explain.${platform}`]: "./src/base/explain.ts",
      },
      isExplained: platform === "node",
    });
  }
  // Bundled rather than installed, because the runtime uses a small part of it.
  writeLicenses(FOLDER, ["node_modules/@noble/hashes"]);
}

/** The modules of the package. */
export function listSubpaths(): readonly string[] {
  return ["index", ...Object.keys(RUNTIME)];
}
