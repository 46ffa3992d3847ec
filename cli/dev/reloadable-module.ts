/** A module of a user that is loaded again after each change, also if it is written in TypeScript. */
import { createRequire, register } from "node:module";
import { dirname, join, sep } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { CommandError } from "../io/errors.js";

/**
 * Node keeps a module by its URL, so that each load has a URL of its own: `file:///app/webhooks.js?typewire-dev=2`.
 */
export class ReloadableModule {
  readonly #path: string;
  #version = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Loads the module as it is now.
   * @throws CommandError if it cannot be loaded.
   */
  async load(): Promise<ModuleExports> {
    if (this.#version === 0) await prepare(this.#path);
    else forgetRequired(this.#path);
    this.#version++;
    const url = `${pathToFileURL(this.#path).href}?typewire-dev=${this.#version}`;
    try {
      return (await import(/* @vite-ignore */ url)) as ModuleExports;
    } catch (error) {
      throw new CommandError(`The entry cannot be loaded: ${describeLoadError(error)}`, {
        cause: error,
      });
    }
  }
}

/** The message of an error, with the line that threw it. One of the user says more than one of a package. */
function describeLoadError(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const [message = "", ...places] = text.split("\n");
  const place = places.find((line) => /file:(?!.*\/node_modules\/)/.test(line)) ?? places[0] ?? "";
  if (!place.includes("file:")) return message;
  return `${message} (${place.trim().replace(/\?typewire-dev=\d+/, "")})`;
}

// ---- The first load

/**
 * Sets up the loader of this process.
 * @throws CommandError for TypeScript that neither Node nor tsx can run.
 */
async function prepare(path: string): Promise<void> {
  register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);
  const isTypeScript = /\.[cm]?ts$/.test(path);
  if (isTypeScript && !canRunTypeScript()) await registerTsx(path);
}

/**
 * Gives the version of the module to each module that it imports, except those of packages. Without it, Node
 * would reload the module alone. The code is a text, because hooks run in their own thread.
 */
const HOOKS = `export async function resolve(specifier, context, next) {
  const resolved = await next(specifier, context);
  const version = /[?&]typewire-dev=\\d+/.exec(context.parentURL ?? "")?.[0].slice(1);
  const isOwn = resolved.url.startsWith("file:") && !resolved.url.includes("/node_modules/");
  if (version === undefined || !isOwn || resolved.url.includes("typewire-dev=")) return resolved;
  return { ...resolved, url: resolved.url + (resolved.url.includes("?") ? "&" : "?") + version };
}`;

function canRunTypeScript(): boolean {
  // The types are of a Node without this feature.
  const features = process.features as { readonly typescript?: unknown };
  // A loader that runs this command from its sources also runs the module.
  return Boolean(features.typescript) || import.meta.url.endsWith(".ts");
}

async function registerTsx(path: string): Promise<void> {
  const files = findTsx(path);
  if (files === undefined) {
    throw new CommandError(
      `Node ${process.versions.node} does not run TypeScript by itself. Run \`npm install -D tsx\`, use Node 22.18 or later, or name a module in JavaScript.`,
    );
  }
  for (const file of files) {
    const api = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as TsxApi;
    api.register();
  }
}

/**
 * Finds tsx where the entry would find it; `undefined` if it is not installed there. Without `"type": "module"`
 * in the package of the entry, Node loads it by `require`.
 */
function findTsx(from: string): readonly string[] | undefined {
  try {
    const folder = dirname(createRequire(from).resolve("tsx/package.json"));
    // `resolve("tsx/esm/api")` would find its variant in CommonJS, which cannot register its loader.
    return ["esm", "cjs"].map((kind) => join(folder, `dist/${kind}/api/index.mjs`));
  } catch {
    return undefined;
  }
}

// ---- A later load

/** Removes what `require` has cached of the entry's folder, because a second load would return the old code. */
function forgetRequired(path: string): void {
  const { cache } = createRequire(path);
  for (const file of Object.keys(cache)) {
    const isOfEntry = file.startsWith(join(dirname(path), sep)) && !file.includes("node_modules");
    if (isOfEntry) Reflect.deleteProperty(cache, file);
  }
}

// ---- Types

/** The exports of a module by their names. */
export type ModuleExports = Readonly<Record<string, unknown>>;

/** The part of tsx that makes it a loader. */
interface TsxApi {
  readonly register: () => unknown;
}
