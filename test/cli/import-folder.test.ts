/** The specifier by which an app imports the folder of an SDK that `add` made. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ImportedFolder, importFolder } from "../../cli/app/import-folder.js";
import type { JsonMap } from "../../codegen/model/json.js";

/** The folder of the app. */
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "typewire-app-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Of a Next.js app with a folder `src`, beside an alias that is no folder. */
const ALIAS_OF_SRC = {
  compilerOptions: { paths: { "@/*": ["./src/*"], "~styles": ["./x.css"] } },
};

const ALIAS_OF_APP = { compilerOptions: { paths: { "@/*": ["./*"] } } };

describe("[N.1] the import of the first call", () => {
  it.each<ImportCase>([
    {
      title: "beside the folder, in src",
      sdk: "src/acme",
      expected: { specifier: "./acme", from: "a file in src" },
    },
    {
      title: "beside package.json, of a folder outside of src",
      sdk: "lib/acme",
      tsconfig: {},
      expected: { specifier: "./lib/acme", from: "a file beside package.json" },
    },
    {
      title: "by an alias of src",
      sdk: "src/api/acme",
      tsconfig: ALIAS_OF_SRC,
      expected: { specifier: "@/api/acme" },
    },
    {
      title: "beside package.json, of a folder that no alias has",
      sdk: "lib/acme",
      tsconfig: ALIAS_OF_SRC,
      expected: { specifier: "./lib/acme", from: "a file beside package.json" },
    },
    {
      title: "by an alias of the app",
      sdk: "src/acme",
      tsconfig: ALIAS_OF_APP,
      expected: { specifier: "@/src/acme" },
    },
    {
      title: "by the alias that Nuxt has",
      sdk: "acme",
      manifest: { dependencies: { nuxt: "4" } },
      expected: { specifier: "~~/acme" },
    },
    {
      title: "by the alias that SvelteKit has",
      sdk: "src/lib/acme",
      manifest: { devDependencies: { "@sveltejs/kit": "2" } },
      tsconfig: {},
      expected: { specifier: "$lib/acme" },
    },
  ])("is $title", ({ sdk, manifest = {}, tsconfig, expected }) => {
    if (tsconfig) writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
    expect(importFolder(sdk, folder, manifest)).toEqual(expected);
  });
});

interface ImportCase {
  readonly title: string;
  /** The folder of the SDK, seen from the app. */
  readonly sdk: string;
  /** What package.json of the app has. Default: nothing. */
  readonly manifest?: JsonMap;
  /** What tsconfig.json of the app has. Default: there is none. */
  readonly tsconfig?: object;
  readonly expected: ImportedFolder;
}
