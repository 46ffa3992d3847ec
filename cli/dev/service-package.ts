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
    try {
      const file = pathToFileURL(resolve(`${name}/testing`)).href;
      const module = (await import(/* @vite-ignore */ file)) as Partial<TestingModule>;
      const sample = async (event: string): Promise<unknown> =>
        (await module.createDelivery?.(event, undefined, { secret }))?.payload;
      const [first = ""] = events;
      if (isRecord(await sample(first))) {
        const check = await openCheck(() => resolve(`${name}/validate`));
        const findSchema = openSchemas((subpath) => resolve(`${name}/${subpath}`));
        return { events, sample, check, findSchema };
      }
    } catch {
      // Another package, or one of another service.
    }
  }
  return undefined;
}

/** Lists the packages that a module imports, without their subpaths. */
function listPackages(text: string): ReadonlySet<string> {
  const imported = text.matchAll(/\b(?:from|import|require\()\s*["']((?:@[\w.-]+\/)?[\w.-]+)/g);
  return new Set([...imported].map(([, name = ""]) => name));
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
