/** The samples for apps compile against an SDK as `add` makes it. `test/apps/run.ts` runs them in their frameworks. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { APPS } from "../apps/apps.js";
import { ROOT } from "../programs/bundle.js";
import { COMPILED, compileProject } from "../programs/compile.js";
import { runCli } from "./cli.js";
import { describeApp } from "./fixtures/app.js";

/** As much of the frameworks as the samples use. */
const FRAMEWORKS = `
declare module "react" {
  export function Suspense(props: object): unknown;
  export function useState<T>(first: T): [T, (next: T) => void];
  export function useEffect(effect: () => void, on: readonly unknown[]): void;
}
declare namespace JSX {
  type ElementType = string | ((props: object) => unknown);
  interface IntrinsicElements { ul: object; li: object }
}
declare module "vite" { export function defineConfig(options: object): object }
declare module "@vitejs/plugin-react" { export default function react(): object }
declare module "@angular/core" {
  export function Component(options: object): (Class: unknown, context: unknown) => void;
  export function resource<T>(options: { loader: (given: { abortSignal: AbortSignal }) => PromiseLike<T> }): { value: () => T };
}
declare module "$env/dynamic/private" { export const env: Record<string, string | undefined> }
declare function defineEventHandler(handle: () => unknown): unknown;
`;

const LOAD = "export type PageServerLoad = (event: { fetch: typeof fetch }) => Promise<unknown>;\n";

it("the samples for apps compile", async () => {
  const folder = mkdtempSync(join(ROOT, "test/cli/.packages-samples-"));
  try {
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    writeFileSync(join(folder, "api.json"), JSON.stringify(describeApp()));
    const argv = ["add", "acme", "--from", "api.json", "--extensions", ".ts", "--to", "acme"];
    const { code } = await runCli(folder, argv);
    expect(code).toBe(0);
    for (const { name, edits } of APPS)
      for (const path of edits.filter((each) => /\.tsx?$/.test(each)))
        cpSync(join(ROOT, "examples/apps", name, path), join(folder, name, path));
    for (const place of ["vite/src", "next/src", "angular/src", "node"])
      symlinkSync(join(folder, "acme"), join(folder, place, "acme"));
    mkdirSync(join(folder, "stubs"));
    writeFileSync(join(folder, "stubs/frameworks.d.ts"), FRAMEWORKS);
    writeFileSync(join(folder, "sveltekit/src/routes/$types.d.ts"), LOAD);
    const acme = [join(folder, "acme/index.ts")];
    const compilerOptions = {
      target: "es2022",
      lib: ["es2024", "dom", "dom.iterable", "dom.asynciterable"],
      module: "esnext",
      moduleResolution: "bundler",
      jsx: "preserve",
      types: ["node"],
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      paths: {
        "@/acme": acme,
        "~~/acme": acme,
        "$lib/acme": acme,
        "typewire-runtime/*": [join(ROOT, "src/runtime/*.ts")],
        "#platform": [join(ROOT, "src/receive/signatures/platform.node.ts")],
      },
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    const { errors, stderr } = compileProject(folder);
    const errorsOfApp = errors.filter((error) => error.startsWith(relative(ROOT, folder)));
    expect({ ...COMPILED, errors: errorsOfApp, stderr }).toEqual(COMPILED);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
