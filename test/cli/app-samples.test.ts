/** The samples for apps compile against an SDK as `add` makes it. `test/apps/run.ts` runs them in their frameworks. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { APPS } from "../apps/apps.js";
import { ROOT } from "../programs/bundle.js";
import { COMPILED, compileProject } from "../programs/compile.js";
import { RUNTIME_PATHS } from "./app-cli.js";
import { runCli } from "./cli.js";
import { describeApp } from "./fixtures/app.js";

it("the samples for apps compile", async () => {
  // Inside of the repository, where the compiler finds packages.
  const folder = mkdtempSync(join(ROOT, "test/cli/.packages-samples-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await addSdk(folder);
  copySamples(folder);
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(createConfig(folder)));
  const { errors, stderr } = compileProject(folder);
  const errorsOfSamples = errors.filter((error) => error.startsWith(relative(ROOT, folder)));
  expect({ ...COMPILED, errors: errorsOfSamples, stderr }).toEqual(COMPILED);
});

/** Adds the SDK of all samples to a folder. */
async function addSdk(folder: string): Promise<void> {
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "api.json"), JSON.stringify(describeApp()));
  const argv = ["add", "acme", "--from", "api.json", "--extensions", ".ts", "--to", "acme"];
  const { code, err } = await runCli(folder, argv);
  expect(code, err).toBe(0);
}

/** Copies the sources of the samples, beside the types of their frameworks. */
function copySamples(folder: string): void {
  for (const { name, edits } of APPS)
    for (const path of edits.filter((edit) => /\.tsx?$/.test(edit)))
      cpSync(join(ROOT, "examples/apps", name, path), join(folder, name, path));
  // These import the SDK by a relative path; the others have an alias.
  for (const source of ["vite/src", "next/src", "angular/src", "node"])
    symlinkSync(join(folder, "acme"), join(folder, source, "acme"));
  mkdirSync(join(folder, "stubs"));
  writeFileSync(join(folder, "stubs/frameworks.d.ts"), FRAMEWORKS);
  writeFileSync(join(folder, "sveltekit/src/routes/$types.d.ts"), SVELTEKIT_TYPES);
}

function createConfig(folder: string): object {
  const acme = [join(folder, "acme/index.ts")];
  return {
    compilerOptions: {
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
      paths: { "@/acme": acme, "~~/acme": acme, "$lib/acme": acme, ...RUNTIME_PATHS },
    },
  };
}

/** Types of the frameworks, as far as the samples use them. */
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
  export function resource<T>(options: { loader: (parameters: { abortSignal: AbortSignal }) => PromiseLike<T> }): { value: () => T };
}
declare module "$env/dynamic/private" { export const env: Record<string, string | undefined> }
declare function defineEventHandler(handle: () => unknown): unknown;
`;

/** Types that SvelteKit writes beside a page. */
const SVELTEKIT_TYPES =
  "export type PageServerLoad = (event: { fetch: typeof fetch }) => Promise<unknown>;\n";
