/** `exports` of the manifests of both packages. */
import { CLIENT, DATA, PASSED_ON, RUNTIME } from "../../src/exports.js";

/** `exports` of `typewire`: for each subpath a file for each platform, but for those with data alone. */
export function listClientExports(): Exports {
  const isData = (subpath: string): boolean => DATA.some((each) => each === subpath);
  const generated = Object.entries(CLIENT).map(([subpath, module]) => {
    const types = `./dist/generated/${module}.d.ts`;
    const files = isData(subpath) ? { default: `./dist/data/${module}.js` } : listPlatforms(module);
    return [subpath, { types, ...files }] as const;
  });
  const passedOn = PASSED_ON.map((subpath) => {
    const name = subpath.slice(2);
    return [subpath, { types: `./dist/types/${name}.d.ts`, ...listPlatforms(name) }] as const;
  });
  const root = { types: "./dist/types/runtime.d.ts", default: "./dist/types/runtime.js" };
  return {
    ...Object.fromEntries<Exports[string]>([...generated, ...passedOn]),
    "./runtime": root,
    ...MANIFEST,
  };
}

function listPlatforms(name: string): Readonly<Record<string, string>> {
  const node = `./dist/node/${name}.js`;
  return { node, deno: node, bun: node, default: `./dist/portable/${name}.js` };
}

/** `exports` of `typewire-runtime`. */
export function listRuntimeExports(): Exports {
  const subpaths = Object.keys(RUNTIME).map((name) => [`./${name}`, toRuntimeFile(name)] as const);
  return { ".": toRuntimeFile("index"), ...Object.fromEntries(subpaths), ...MANIFEST };
}

function toRuntimeFile(name: string): Readonly<Record<string, string>> {
  return { types: `./dist/types/runtime/${name}.d.ts`, default: `./dist/${name}.js` };
}

const MANIFEST = { "./package.json": "./package.json" };

type Exports = Readonly<Record<string, string | Readonly<Record<string, string>>>>;
