/** The bundlers, each with what makes one file of a program, for a page or for a worker. */
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/** A worker finds packages by these conditions. */
const WORKER = ["workerd", "worker"];

/** Settings of webpack: one file, which is a module. */
const MODULE = { type: "module" };
const MODULES = { outputModule: true };
const ONE_CHUNK = { javascript: { dynamicImportMode: "eager" } };

export const BUNDLERS: Readonly<Record<string, Bundler>> = {
  esbuild: async ({ project, program, outfile, target }) => {
    const build = (await load(project, "esbuild"))["build"] as Build;
    const platform = target === "browser" ? "browser" : "neutral";
    const conditions = target === "browser" ? [] : WORKER;
    const options = { platform, conditions, outfile, entryPoints: [program] };
    await build({ ...options, bundle: true, minify: true, format: "esm", logLevel: "error" });
  },
  Vite: async ({ project, program, outfile, target }) => {
    const build = (await load(project, "vite"))["build"] as Build;
    const lib = { entry: program, formats: ["es"], fileName: () => basename(outfile) };
    const output = { outDir: dirname(outfile), emptyOutDir: false, minify: true };
    await build({
      configFile: false,
      root: project,
      logLevel: "error",
      publicDir: false,
      ...(target === "worker" && { ssr: { target: "webworker", noExternal: true } }),
      ...(target === "worker" && { resolve: { conditions: WORKER } }),
      build: { ...output, lib, rollupOptions: { output: { codeSplitting: false } } },
    });
  },
  Rollup: async ({ project, program, outfile, target }) => {
    const { rollup } = (await load(project, "rollup")) as { rollup: Build };
    const plugin = await load(project, "@rollup/plugin-node-resolve");
    const resolve = plugin["nodeResolve"] as (options: Options) => object;
    const conditions = target === "browser" ? ["browser"] : WORKER;
    const bundle = (await rollup({
      input: program,
      plugins: [resolve({ browser: target === "browser", exportConditions: conditions })],
      onLog: (level: string, { message }: { message: string }) => {
        if (level === "warn") throw new Error(message); // of what it has not found
      },
    })) as { write: Build };
    await bundle.write({ file: outfile, format: "es", inlineDynamicImports: true });
  },
  webpack: async ({ project, program, outfile, target }) => {
    const webpack = (await load(project, "webpack"))["default"] as (
      options: Options,
      done: (error: Error | null, stats?: { hasErrors(): boolean; toString(): string }) => void,
    ) => void;
    const output = { path: dirname(outfile), filename: basename(outfile), library: MODULE };
    await new Promise<void>((resolve, reject) => {
      webpack(
        {
          mode: "production",
          context: project,
          entry: program,
          experiments: MODULES,
          target: target === "browser" ? "web" : "webworker",
          output,
          performance: false,
          module: { parser: ONE_CHUNK },
        },
        (error, stats) => {
          if (error !== null) reject(error);
          else if (stats?.hasErrors() === true) reject(new Error(stats.toString()));
          else resolve();
        },
      );
    });
  },
  Bun: ({ project, program, outfile, target }) => {
    const bun = join(project, "node_modules/@oven/bun-linux-x64/bin/bun");
    const conditions = target === "browser" ? [] : WORKER.map((each) => `--conditions=${each}`);
    const argv = ["build", "--target=browser", "--minify", ...conditions, program];
    execFileSync(bun, [...argv, `--outfile=${outfile}`], { cwd: project, stdio: "pipe" });
  },
};

/** Loads a module of the project, whose versions are not those of this one. */
async function load(project: string, name: string): Promise<Record<string, unknown>> {
  const file = createRequire(join(project, "package.json")).resolve(name);
  return (await import(pathToFileURL(file).href)) as Record<string, unknown>;
}

// ---- Types

/** The platform of a bundle. */
export type Target = "browser" | "worker";

/** A program to bundle. */
interface Job {
  /** Project that has the program, the packages and the bundlers. */
  readonly project: string;
  readonly program: string;
  /** File to write: an ES module that exports what the program exports. */
  readonly outfile: string;
  readonly target: Target;
}

/** Bundles a program; rejects or throws if it cannot. */
export type Bundler = (job: Job) => unknown;

type Options = Readonly<Record<string, unknown>>;

/** The few functions of bundlers that are called, as their documentation has them. */
type Build = (options: Options) => Promise<unknown>;
