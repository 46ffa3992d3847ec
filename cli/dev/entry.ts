/** The entry of `dev`: a user's module that exports a toolkit or an inbox. */
import { isRecord } from "../../src/base/values.js";
import { existsSync, type FSWatcher, readFileSync, watch } from "node:fs";
import { createRequire, register } from "node:module";
import { dirname, join, resolve, sep } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import type { DescribedSchema } from "../../src/inspector/describe.js";
import type { Deviation } from "../../src/inspector/types.js";
import { RECEIVER, type WebhooksInstance } from "../../src/receive/webhooks/receiver.js";
import type { PayloadVerdict } from "../../src/receive/webhooks/validation.js";
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
   * Loads the present version of the module.
   * @throws CommandError if it cannot be loaded, or exports nothing that receives deliveries.
   */
  async load(): Promise<EntryTarget> {
    if (this.#version === 0) await prepare(this.#path);
    else forgetRequired(this.#path);
    const url = `${pathToFileURL(this.#path).href}?typewire-dev=${++this.#version}`;
    let module: Readonly<Record<string, unknown>>;
    try {
      module = (await import(/* @vite-ignore */ url)) as typeof module; // a module's exports
    } catch (error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      const [message = "", ...places] = text.split("\n");
      // The line of the user's own code says more than that of a package.
      const place =
        places.find((line) => /file:(?!.*\/node_modules\/)/.test(line)) ?? places[0] ?? "";
      const where = place.includes("file:")
        ? ` (${place.trim().replace(/\?typewire-dev=\d+/, "")})`
        : "";
      throw new CommandError(`The entry cannot be loaded: ${message}${where}`, { cause: error });
    }
    // The exports of a module in CommonJS are its default export.
    const exported =
      isRecord(module["default"]) && !isTarget(module["default"])
        ? { ...module, ...module["default"] }
        : module;
    const { default: first, ...namedExports } = exported;
    const found = [first, ...Object.values(namedExports)].find(isTarget);
    if (found === undefined) {
      const names = Object.keys(exported).join(", ");
      throw new CommandError(
        `The entry exports ${names === "" ? "nothing" : names}; expected a Webhooks or an inbox, as its default export or any other.`,
      );
    }
    await found.start?.();
    return found;
  }

  /**
   * Finds the package that the entry imports its service from, by its module `testing`, and returns the
   * events with their samples, and its check of payloads. `undefined` if there is none, or its events are
   * others.
   */
  async findPackage(
    events: readonly string[],
    secret: string,
  ): Promise<ServicePackage | undefined> {
    const { resolve: find } = createRequire(this.#path);
    for (const name of listPackages(readFileSync(this.#path, "utf8"))) {
      try {
        const file = pathToFileURL(find(`${name}/testing`)).href;
        const module = (await import(/* @vite-ignore */ file)) as Partial<TestingModule>;
        const sample = async (event: string): Promise<unknown> =>
          (await module.createDelivery?.(event, undefined, { secret }))?.payload;
        const [first = ""] = events;
        if (isRecord(await sample(first))) {
          const check = await openCheck(() => find(`${name}/validate`));
          const findSchema = openSchemas((module) => find(`${name}/${module}`));
          return { events, sample, check, findSchema };
        }
      } catch {
        // Another package, or one of another service.
      }
    }
    return undefined;
  }

  /** Calls back after a change of the entry or of a file in its folder. Returns a function that stops it. */
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

/** Opens the check of payloads in the module `validate` of a package; without one, nothing is checked. */
async function openCheck(findModule: () => string): Promise<ServicePackage["check"]> {
  try {
    const url = pathToFileURL(findModule()).href;
    const { validatePayload } = (await import(/* @vite-ignore */ url)) as Partial<ValidateModule>;
    return async (name, payload) => {
      // Rejects for a name that the package does not have.
      const verdict = await validatePayload?.(name, payload).catch(() => undefined);
      return verdict === undefined || verdict.valid
        ? []
        : verdict.errors.map(({ path, message }) => ({ at: path, text: message }));
    };
  } catch {
    return () => Promise.resolve([]);
  }
}

/** Reads the schemas of a package when the first one is asked for, because some packages have thousands. */
function openSchemas(findModule: (module: string) => string): ServicePackage["findSchema"] {
  let opened: ReturnType<typeof readSchemas> | undefined;
  return async (event) => {
    opened ??= readSchemas(findModule);
    // Without the module, or with another one of that name, no type is known.
    return opened.then((find) => find(event)).catch(() => undefined);
  };
}

async function readSchemas(findModule: (module: string) => string) {
  const load = async <Module>(name: string): Promise<Module> =>
    (await import(/* @vite-ignore */ pathToFileURL(findModule(name)).href)) as Module;
  const schemas = await load<Readonly<Record<string, unknown>>>("schemas");
  const { withJsonSchema } = await load<JsonSchemaModule>("schemas/json-schema");
  const byName = new Map(
    Object.entries(schemas).map(([name, schema]) => [toLetters(name), schema]),
  );
  return (event: string): DescribedSchema | undefined => {
    const schema = byName.get(`${toLetters(event)}payloadschema`);
    if (schema === undefined) return undefined;
    return withJsonSchema(schema)["~standard"].jsonSchema.input({ target: "draft-07" });
  };
}

/** `issues.opened` as it begins the name of its schema, `IssuesOpenedPayloadSchema`, in lower case. */
function toLetters(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, "");
}

/** The events of a service, a sample of each, and the deviations of payloads from their description. */
export interface ServicePackage {
  readonly events: readonly string[];
  readonly sample: (event: string) => Promise<unknown>;
  readonly check: (name: string, payload: unknown) => Promise<readonly Deviation[]>;
  /** Returns the JSON Schema of an event's payload, if the package has one. */
  readonly findSchema: (name: string) => Promise<DescribedSchema | undefined>;
}

/** The part of a package's module `schemas/json-schema` that writes a JSON Schema. */
interface JsonSchemaModule {
  readonly withJsonSchema: (schema: unknown) => {
    readonly "~standard": {
      readonly jsonSchema: {
        readonly input: (options: { readonly target: string }) => DescribedSchema;
      };
    };
  };
}

/** The part of a package's module `validate` that checks payloads. */
interface ValidateModule {
  readonly validatePayload: (name: string, payload: unknown) => Promise<PayloadVerdict>;
}

/** The part of a package's module `testing` that samples come from. */
interface TestingModule {
  readonly createDelivery: (
    event: string,
    overrides: undefined,
    options: { readonly secret: string },
  ) => Promise<{ readonly payload: unknown }>;
}

/** Lists the packages that a module imports, without their subpaths. */
function listPackages(text: string): ReadonlySet<string> {
  const imported = text.matchAll(/\b(?:from|import|require\()\s*["']((?:@[\w.-]+\/)?[\w.-]+)/g);
  return new Set([...imported].map(([, name = ""]) => name));
}

const SOURCE = /\.(?:[cm]?[jt]s|json)$/;

/** Milliseconds without a change before the callback, because editors save in several steps. */
const QUIET_MILLISECONDS = 80;

function isTarget(value: unknown): value is EntryTarget {
  return typeof value === "object" && value !== null && RECEIVER in value;
}

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
    const isOwn = file.startsWith(join(dirname(path), sep)) && !file.includes("node_modules");
    if (isOwn) Reflect.deleteProperty(cache, file);
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
