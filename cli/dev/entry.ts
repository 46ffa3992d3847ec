/** Entry of `dev`: a module of the user's that exports a toolkit or an inbox. */
import { existsSync, type FSWatcher, watch } from "node:fs";
import { createRequire, register } from "node:module";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { RECEIVER, type WebhooksInstance } from "../../src/webhooks/receiver.js";
import { CommandError } from "../io/errors.js";

/** Export of the entry, which receives deliveries. */
export type EntryTarget = WebhooksInstance & {
  /** Of an inbox: it handles what it stores only once it is started. */
  start?(): Promise<void>;
  drain?(options?: { readonly signal?: AbortSignal }): Promise<void>;
};

/**
 * Gives each module that the entry imports the version of the entry, unless it is from a package:
 * otherwise Node would keep the first version of all but the entry. Hooks run in a thread of their own,
 * and so are a text.
 */
const HOOKS = `export async function resolve(specifier, context, next) {
  const found = await next(specifier, context);
  const version = /[?&]typewire-dev=\\d+/.exec(context.parentURL ?? "")?.[0].slice(1);
  const isOwn = found.url.startsWith("file:") && !found.url.includes("/node_modules/");
  if (version === undefined || !isOwn || found.url.includes("typewire-dev=")) return found;
  return { ...found, url: found.url + (found.url.includes("?") ? "&" : "?") + version };
}`;

export class Entry {
  readonly #path: string;
  #version = 0;

  /**
   * @param path as the user gave it, for messages.
   * @throws CommandError if there is no such file.
   */
  constructor(path: string, located = path) {
    this.#path = resolve(located);
    if (!existsSync(this.#path)) {
      throw new CommandError(
        `The entry ${path} does not exist; expected a module that exports a Webhooks or an inbox.`,
      );
    }
  }

  /**
   * Loads the module, in its present version.
   * @throws CommandError if it cannot be loaded, or exports nothing that receives deliveries.
   */
  async load(): Promise<EntryTarget> {
    if (this.#version === 0) await prepare(this.#path);
    const url = `${pathToFileURL(this.#path).href}?typewire-dev=${++this.#version}`;
    let module: Readonly<Record<string, unknown>>;
    try {
      module = (await import(/* @vite-ignore */ url)) as typeof module; // a module's exports
    } catch (error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      const [message = "", place = ""] = text.split("\n");
      const where = place.includes("file:")
        ? ` (${place.trim().replace(/\?typewire-dev=\d+/, "")})`
        : "";
      throw new CommandError(`The entry cannot be loaded: ${message}${where}`, { cause: error });
    }
    const { default: first, ...others } = module;
    const found = [first, ...Object.values(others)].find(isTarget);
    if (found === undefined) {
      const names = Object.keys(module).join(", ");
      throw new CommandError(
        `The entry exports ${names === "" ? "nothing" : names}; expected a Webhooks or an inbox, as its default export or any other.`,
      );
    }
    await found.start?.();
    return found;
  }

  /** Calls back when the entry or a file beside it has changed. */
  watch(onChange: () => void): () => void {
    let timer: NodeJS.Timeout | undefined;
    const watcher: FSWatcher = watch(dirname(this.#path), (_, name) => {
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

const SOURCE = /\.(?:[cm]?[jt]s|json)$/;

/** Editors save in several steps. */
const QUIET_MILLISECONDS = 80;

function isTarget(value: unknown): value is EntryTarget {
  return typeof value === "object" && value !== null && RECEIVER in value;
}

/** @throws CommandError for TypeScript that neither Node nor tsx can run. */
async function prepare(path: string): Promise<void> {
  register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);
  // The types are those of a Node that has not got it yet.
  const features = process.features as { readonly typescript?: unknown };
  // From its sources, the command itself is run by what can run TypeScript.
  const canRun = Boolean(features.typescript) || import.meta.url.endsWith(".ts");
  if (!/\.[cm]?ts$/.test(path) || canRun) return;
  const file = findTsx(path);
  if (file === undefined) {
    throw new CommandError(
      `Node ${process.versions.node} does not run TypeScript by itself. Run \`npm install -D tsx\`, use Node 22.18 or later, or name a module in JavaScript.`,
    );
  }
  const api = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as TsxApi;
  api.register();
}

/** Part of tsx that is used here. */
interface TsxApi {
  readonly register: () => unknown;
}

/** Finds tsx where the entry would find it; `undefined` if it is not installed there. */
function findTsx(from: string): string | undefined {
  try {
    const manifest = createRequire(from).resolve("tsx/package.json");
    // `resolve("tsx/esm/api")` would find its variant in CommonJS, which cannot register its loader.
    return join(dirname(manifest), "dist/esm/api/index.mjs");
  } catch {
    return undefined;
  }
}
