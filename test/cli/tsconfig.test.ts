/** The ending of relative imports in the code that `add` generates: `.js`, `.ts` or none, as the app compiles. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { chooseExtension } from "../../cli/app/tsconfig.js";

/** The folder of the app. */
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "typewire-app-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("[N.3] the ending of relative imports", () => {
  it.each<[settings: string, files: Readonly<Record<string, string>>, extension: string]>([
    ["nodenext", { "tsconfig.json": '{"compilerOptions":{"module":"NodeNext"}}' }, ".js"],
    ["node20", { "tsconfig.json": '{"compilerOptions":{"module":"node20"}}' }, ".js"],
    [
      "a bundler",
      { "tsconfig.json": '{"compilerOptions":{"module":"esnext","moduleResolution":"bundler"}}' },
      "",
    ],
    ["preserve", { "tsconfig.json": '{"compilerOptions":{"module":"preserve"}}' }, ""],
    [
      "endings of TypeScript",
      {
        "tsconfig.json":
          '{"compilerOptions":{"module":"nodenext","rewriteRelativeImportExtensions":true}}',
      },
      ".ts",
    ],
    [
      "comments, commas and tabs",
      {
        "tsconfig.json":
          '\ufeff{\n\t// "module": "nodenext" for //\n\t"compilerOptions": {\n\t\t/* { */ "module": "node16", // end\n\t\t"paths": { "@/*": ["./src/*",], },\n\t},\n}',
      },
      ".js",
    ],
    [
      "what is extended, of which the last wins",
      {
        "tsconfig.json": '{"extends":["./base","./more.json"]}',
        "base.json": '{"compilerOptions":{"module":"nodenext"}}',
        "more.json": '{"compilerOptions":{"moduleResolution":"bundler"}}',
      },
      "",
    ],
    [
      "what a package has",
      {
        "tsconfig.json": '{"extends":"@ours/config/strict.json"}',
        "node_modules/@ours/config/strict.json": '{"compilerOptions":{"module":"node18"}}',
        "node_modules/@ours/config/package.json": '{"name":"@ours/config"}',
      },
      ".js",
    ],
    [
      "the project that is referred to",
      {
        "tsconfig.json":
          '{"files":[],"references":[{"path":"./tsconfig.app.json"},{"path":"./node"}]}',
        "tsconfig.app.json":
          '{"compilerOptions":{"module":"esnext","moduleResolution":"bundler","allowImportingTsExtensions":true}}',
        "node/tsconfig.json": '{"compilerOptions":{"module":"nodenext"}}',
      },
      ".ts",
    ],
    ["what is not made yet", { "tsconfig.json": '{"extends":"./.nuxt/tsconfig.json"}' }, ""],
    [
      "files that extend each other",
      {
        "tsconfig.json": '{"extends":"./b.json","compilerOptions":{"module":"nodenext"}}',
        "b.json": '{"extends":"./tsconfig.json"}',
      },
      ".js",
    ],
    ["none, in an app with a bundler", { "package.json": '{"devDependencies":{"vite":"8"}}' }, ""],
    ["none, in an app of Node", { "package.json": "{}" }, ".ts"],
  ])("is the one that the compiler asks for: %s", (_settings, files, extension) => {
    for (const [path, text] of Object.entries(files)) write(path, text);
    const manifest = JSON.parse(files["package.json"] ?? "{}") as Record<string, never>; // as written above
    expect(chooseExtension(folder, manifest)).toBe(extension);
  });
});

/** Writes a file of the app. */
function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
