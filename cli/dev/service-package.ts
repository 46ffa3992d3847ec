/** The package of a service that the entry of `dev` imports: its samples, and its checks of payloads. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { isRecord } from "../../src/base/values.js";
import type { DescribedSchema } from "../../src/inspector/describe.js";
import type { Deviation } from "../../src/inspector/types.js";
import type { PayloadVerdict } from "../../src/receive/webhooks/options.js";

/**
 * Finds the package by its module `testing`, which has a sample of the first event.
 * @param entry Path of the entry.
 * @param events Names of the service's events.
 * @returns `undefined` if no imported package has a sample.
 */
export async function findServicePackage(
  entry: string,
  events: readonly string[],
  secret: string,
): Promise<ServicePackage | undefined> {
  const { resolve } = createRequire(entry);
  for (const name of listPackages(readFileSync(entry, "utf8"))) {
    const load: LoadModule = (subpath) => importModule(() => resolve(`${name}/${subpath}`));
    const found = await openPackage(load, events, secret);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Lists the packages that a module imports, without their subpaths. Too many do no harm: they have no sample. */
function listPackages(text: string): ReadonlySet<string> {
  const imported = text.matchAll(/\b(?:from|import|require\()\s*["']((?:@[\w.-]+\/)?[\w.-]+)/g);
  return new Set([...imported].map(([, name = ""]) => name));
}

/** Imports a module; resolves to `undefined` if it is not found, or fails. */
async function importModule<Module>(find: () => string): Promise<Partial<Module> | undefined> {
  try {
    const url = pathToFileURL(find()).href;
    return (await import(/* @vite-ignore */ url)) as Partial<Module>;
  } catch {
    return undefined;
  }
}

/** Opens a package that has a sample of the first event. Any other is one of another service, or of none. */
async function openPackage(
  load: LoadModule,
  events: readonly string[],
  secret: string,
): Promise<ServicePackage | undefined> {
  const testing = await load<TestingModule>("testing");
  const sample = async (event: string): Promise<unknown> =>
    (await testing?.createDelivery?.(event, undefined, { secret }))?.payload;
  const [first = ""] = events;
  const firstSample = await sample(first).catch(() => undefined);
  if (!isRecord(firstSample)) return undefined;
  const check = createCheck(await load<ValidateModule>("validate"));
  return { events, sample, check, findSchema: createSchemaFinder(load) };
}

/** Checks payloads by the module `validate` of a package; without one, nothing is checked. */
function createCheck(validate: Partial<ValidateModule> | undefined): ServicePackage["check"] {
  return async (name, payload) => {
    // Rejects for a name that the package does not have.
    const verdict = await validate?.validatePayload?.(name, payload).catch(() => undefined);
    return verdict === undefined || verdict.valid
      ? []
      : verdict.errors.map(({ path, message }) => ({ at: path, text: message }));
  };
}

/** Reads the schemas of a package when the first one is asked for, because some packages have thousands. */
function createSchemaFinder(load: LoadModule): ServicePackage["findSchema"] {
  let finder: ReturnType<typeof readSchemas> | undefined;
  return async (event) => {
    finder ??= readSchemas(load);
    // With other modules of these names, no type is known.
    return finder.then((find) => find(event)).catch(() => undefined);
  };
}

/** Returns a function that finds the schema of an event, which finds none without the modules. */
async function readSchemas(
  load: LoadModule,
): Promise<(event: string) => DescribedSchema | undefined> {
  const schemas = await load<Readonly<Record<string, unknown>>>("schemas");
  const { withJsonSchema } = (await load<JsonSchemaModule>("schemas/json-schema")) ?? {};
  const byName = new Map(
    Object.entries(schemas ?? {}).map(([name, schema]) => [toLetters(name), schema]),
  );
  return (event) => {
    const schema = byName.get(`${toLetters(event)}payloadschema`);
    if (schema === undefined) return undefined;
    return withJsonSchema?.(schema)["~standard"].jsonSchema.input({ target: "draft-07" });
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

/** Imports a module of a package by its subpath, such as `testing`; resolves to `undefined` without one. */
type LoadModule = <Module>(subpath: string) => Promise<Partial<Module> | undefined>;

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
