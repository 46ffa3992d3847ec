/** Parts of `add`: edits of package.json, package managers, imports, and settings of compilers. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findPackageManager } from "../../cli/app/dependencies.js";
import { importFolder } from "../../cli/app/import-folder.js";
import { addEntry } from "../../cli/app/json-text.js";
import { chooseExtension } from "../../cli/app/tsconfig.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "typewire-app-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

describe("[N.1] edits of package.json", () => {
  const cases: readonly (readonly [what: string, before: string, after: string])[] = [
    ["no entry", "{}", '{"dependencies": {"b": "1"}}'],
    [
      "an object without the key",
      '{\n  "name": "x"\n}\n',
      '{\n  "name": "x",\n  "dependencies": {\n    "b": "1"\n  }\n}\n',
    ],
    [
      "an empty object",
      '{\n    "dependencies": {},\n    "name": "x"\n}',
      '{\n    "dependencies": {\n        "b": "1"\n    },\n    "name": "x"\n}',
    ],
    [
      "sorted names",
      '{\n\t"dependencies": {\n\t\t"a": "1",\n\t\t"c": "1"\n\t}\n}',
      '{\n\t"dependencies": {\n\t\t"a": "1",\n\t\t"b": "1",\n\t\t"c": "1"\n\t}\n}',
    ],
    [
      "names before all others",
      '{\n  "dependencies": {\n    "c": "1"\n  }\n}',
      '{\n  "dependencies": {\n    "b": "1",\n    "c": "1"\n  }\n}',
    ],
    [
      "names that are not sorted",
      '{\n  "dependencies": {\n    "z": "1",\n    "a": "1"\n  }\n}',
      '{\n  "dependencies": {\n    "z": "1",\n    "a": "1",\n    "b": "1"\n  }\n}',
    ],
    [
      "line ends of Windows",
      '{\r\n  "dependencies": {\r\n    "a": "1"\r\n  }\r\n}\r\n',
      '{\r\n  "dependencies": {\r\n    "a": "1",\r\n    "b": "1"\r\n  }\r\n}\r\n',
    ],
    ["one line", '{"dependencies":{"a":"1"},"x":1}', '{"dependencies":{"a":"1","b": "1"},"x":1}'],
    [
      "texts with braces, quotes and the key",
      '{\n  "a": "} \\" {",\n  "b": ["dependencies", { "c": null }],\n  "dependencies": {\n    "a": "1"\n  }\n}',
      '{\n  "a": "} \\" {",\n  "b": ["dependencies", { "c": null }],\n  "dependencies": {\n    "a": "1",\n    "b": "1"\n  }\n}',
    ],
    [
      "a key of that name inside of another",
      '{\n  "pnpm": { "dependencies": { "x": "1" } },\n  "dependencies": {\n    "c": "1"\n  }\n}',
      '{\n  "pnpm": { "dependencies": { "x": "1" } },\n  "dependencies": {\n    "b": "1",\n    "c": "1"\n  }\n}',
    ],
    [
      "a byte order mark",
      '\ufeff{\n  "x": 1\n}',
      '\ufeff{\n  "x": 1,\n  "dependencies": {\n    "b": "1"\n  }\n}',
    ],
  ];
  it.each(cases)("%s", (_what, before, after) => {
    const edited = addEntry(before, "dependencies", "b", "1");
    expect(edited).toBe(after);
    expect(JSON.parse(edited.replace(/^\ufeff/, ""))).toMatchObject({ dependencies: { b: "1" } });
  });
});

describe("[N.1] package managers", () => {
  it("are those of the nearest lock file, up to the folder of version control", () => {
    write("yarn.lock", "");
    write("repo/.git/config", "");
    write("repo/apps/web/package.json", "{}");
    expect(findPackageManager(join(folder, "repo/apps/web"), {})).toBe("npm");
    write("repo/pnpm-lock.yaml", "");
    expect(findPackageManager(join(folder, "repo/apps/web"), {})).toBe("pnpm");
    write("repo/apps/web/bun.lock", "");
    expect(findPackageManager(join(folder, "repo/apps/web"), {})).toBe("bun");
  });

  it("are those that package.json names", () => {
    write("yarn.lock", "");
    expect(findPackageManager(folder, { packageManager: "pnpm@10.1.0" })).toBe("pnpm");
  });
});

describe("[N.1] the import of the first call", () => {
  const next = { compilerOptions: { paths: { "@/*": ["./src/*"], "~styles": ["./x.css"] } } };
  const root = { compilerOptions: { paths: { "@/*": ["./*"] } } };
  const cases: readonly (readonly [
    what: string,
    folder: string,
    manifest: object,
    tsconfig: object | undefined,
    specifier: string,
    from: string | undefined,
  ])[] = [
    ["src", "src/acme", {}, undefined, "./acme", "a file in src"],
    ["the app", "lib/acme", {}, {}, "./lib/acme", "a file beside package.json"],
    ["an alias of src", "src/api/acme", {}, next, "@/api/acme", undefined],
    [
      "an alias of another folder",
      "lib/acme",
      {},
      next,
      "./lib/acme",
      "a file beside package.json",
    ],
    ["an alias of the app", "src/acme", {}, root, "@/src/acme", undefined],
    ["Nuxt", "acme", { dependencies: { nuxt: "4" } }, undefined, "~~/acme", undefined],
    [
      "SvelteKit",
      "src/lib/acme",
      { devDependencies: { "@sveltejs/kit": "2" } },
      {},
      "$lib/acme",
      undefined,
    ],
  ];
  it.each(cases)("from %s, of %s", (_what, path, manifest, tsconfig, specifier, from) => {
    if (tsconfig) write("tsconfig.json", JSON.stringify(tsconfig));
    const expected = from === undefined ? { specifier } : { specifier, from };
    expect(importFolder(path, folder, { ...manifest })).toEqual(expected);
  });
});

describe("[N.3] settings of the compiler", () => {
  type Files = Readonly<Record<string, string>>;
  const cases: readonly (readonly [what: string, files: Files, extension: string])[] = [
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
  ];
  it.each(cases)("%s", (_what, files, extension) => {
    for (const [path, text] of Object.entries(files)) write(path, text);
    const manifest = JSON.parse(files["package.json"] ?? "{}") as Record<string, never>; // as written above
    expect(chooseExtension(folder, manifest)).toBe(extension);
  });
});
