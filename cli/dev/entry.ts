/** The entry of `dev`: a user's module that exports a toolkit or an inbox. */
import { existsSync, type FSWatcher, watch } from "node:fs";
import { createRequire, register } from "node:module";
import { dirname, join, resolve, sep } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { isRecord } from "../../src/base/values.js";
import { RECEIVER, type WebhooksInstance } from "../../src/receive/webhooks/receiver.js";
import { CommandError } from "../io/errors.js";

/** The export of the entry that receives deliveries. */
export type EntryTarget = WebhooksInstance & {
  /** Starts the handling of stored deliveries. Only an inbox has it. */
  start?(): Promise<void>;
  drain?(options?: { readonly signal?: AbortSignal }): Promise<void>;
};

/**
 * Gives the version of the entry to each module that it imports, except those of packages. Without it, Node
 * would reload the entry alone. The code is a text, because hooks run in their own thread.
 */
const HOOKS = `export async function resolve(specifier, context, next) {
  const resolved = await next(specifier, context);
  const version = /[?&]typewire-dev=\\d+/.exec(context.parentURL ?? "")?.[0].slice(1);
  const isOwn = resolved.url.startsWith("file:") && !resolved.url.includes("/node_modules/");
  if (version === undefined || !isOwn || resolved.url.includes("typewire-dev=")) return resolved;
  return { ...resolved, url: resolved.url + (resolved.url.includes("?") ? "&" : "?") + version };
}`;

export class Entry {
  readonly path: string;
  #version = 0;

  /**
   * @param path as the user gave it, for messages.
   * @throws CommandError if there is no such file.
   */
  constructor(path: string, located = path) {
    this.path = resolve(located);
    if (!existsSync(this.path)) {
      throw new CommandError(
        `The entry ${path} does not exist; expected a module that exports a Webhooks or an inbox.`,
      );
    }
  }

  /**
   * Loads the present version of the module.
   * @throws CommandError if it cannot be loaded, or exports nothing that receives deliveries.
   */
  async load(): Promise<EntryTarget> {
    if (this.#version === 0) await prepare(this.path);
    else forgetRequired(this.path);
    const url = `${pathToFileURL(this.path).href}?typewire-dev=${++this.#version}`;
    const module = await importEntry(url);
    const target = findTarget(module);
    await target.start?.();
    return target;
  }

  /** Calls back after a change of the entry or of a file in its folder. Returns a function that stops it. */
  watch(onChange: () => void): () => void {
    let timer: NodeJS.Timeout | undefined;
    const watcher: FSWatcher = watch(dirname(this.path), (_, name) => {
      if (name !== null && !SOURCE.test(name)) return;
      clearTimeout(timer);
      timer = setTimeout(onChange, QUIET_MILLISECONDS);
    });
    watcher.on("error", () => watcher.close());
    return () => {
      clearTimeout(timer);
      watcher.close();
    };
  }
}

async function importEntry(url: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await import(/* @vite-ignore */ url)) as Readonly<Record<string, unknown>>; // a module's exports
  } catch (error) {
    throw new CommandError(`The entry cannot be loaded: ${describeLoadError(error)}`, {
      cause: error,
    });
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

/** Finds the export that receives deliveries: the default one, or else the first. */
function findTarget(module: Readonly<Record<string, unknown>>): EntryTarget {
  // The exports of a module in CommonJS are its default export.
  const exported =
    isRecord(module["default"]) && !isTarget(module["default"])
      ? { ...module, ...module["default"] }
      : module;
  const { default: defaultExport, ...namedExports } = exported;
  const target = [defaultExport, ...Object.values(namedExports)].find(isTarget);
  if (target !== undefined) return target;
  const names = Object.keys(exported).join(", ");
  throw new CommandError(
    `The entry exports ${names === "" ? "nothing" : names}; expected a Webhooks or an inbox, as its default export or any other.`,
  );
}

function isTarget(value: unknown): value is EntryTarget {
  return typeof value === "object" && value !== null && RECEIVER in value;
}

// ---- Watching

const SOURCE = /\.(?:[cm]?[jt]s|json)$/;

/** Milliseconds without a change before the callback, because editors save in several steps. */
const QUIET_MILLISECONDS = 80;

// ---- TypeScript, and a second load

/** @throws CommandError for TypeScript that neither Node nor tsx can run. */
async function prepare(path: string): Promise<void> {
  register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);
  // The types are of a Node without this feature.
  const features = process.features as { readonly typescript?: unknown };
  // A loader that runs this command from its sources also runs the entry.
  const canRun = Boolean(features.typescript) || import.meta.url.endsWith(".ts");
  if (!/\.[cm]?ts$/.test(path) || canRun) return;
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

/** Removes what `require` has cached of the entry's folder, because a second load would return the old code. */
function forgetRequired(path: string): void {
  const { cache } = createRequire(path);
  for (const file of Object.keys(cache)) {
    const isOfEntry = file.startsWith(join(dirname(path), sep)) && !file.includes("node_modules");
    if (isOfEntry) Reflect.deleteProperty(cache, file);
  }
}

/** The part of tsx that `prepare` calls. */
interface TsxApi {
  readonly register: () => unknown;
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
