/** Emits a sample payload for each event and action, and shares what samples have in common. */
import { createHash } from "node:crypto";
import { findPropertyAt } from "../../json-schema/paths.js";
import { type EmitterEntry, listEventModules } from "../../model/entries.js";
import { remember } from "../../model/memo.js";
import type { JsonSchema, SchemaModel } from "../../model/model.js";
import { toPartName, toValueKey } from "../../model/names.js";
import type { PayloadContext, PayloadSchema } from "../payloads/payloads.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import { code, codeOf, exported, final, joinCode, ofModule } from "../print/module.js";
import { printValue } from "../print/print.js";
import type { Code, Module } from "../print/types.js";
import { createSample } from "./sample.js";

/** In characters: a shorter part is repeated rather than shared. */
const MIN_SHARED_SAMPLE = 150;

/**
 * Emits a sample payload for every name: a module for each event, one for the parts that samples
 * share, and the loaders that import a module when it is first needed.
 */
export function emitSamples(context: PayloadContext): readonly ModuleDraft[] {
  const { model } = context;
  const samples = samplePayloads(context);
  const parts = nameSharedParts(samples.map(({ value }) => value));
  const sources = [...filesOf(...model.events), "payloads/*.yaml", "components/*.yaml"];
  const modules = listEventModules(model).map(({ event, file }) => ({
    path: `samples/${file}.ts`,
    sources,
    module: printSampleModule(
      samples
        .filter(({ entry }) => entry.event === event.name)
        .map(({ entry, value }) => [entry.name, value]),
      parts,
    ),
  }));
  return [
    {
      path: "samples/index.ts",
      sources: filesOf(model.vendor, ...model.events),
      module: printSampleLoaders(context),
    },
    { path: "samples/shared.ts", sources, module: printShared(parts) },
    ...modules,
  ];
}

/** The samples of all payloads but those that another one covers. */
function samplePayloads(context: PayloadContext): readonly PayloadSample[] {
  const sample = createSampler(context);
  const typical = context.payloads.filter((payload) => isTypical(payload, context));
  return typical.map(({ entry, schema }) => {
    const value = sample(schema);
    // A payload of any type gets an object, like the others.
    return { entry, value: typeof value === "object" && value !== null ? value : {} };
  });
}

/** Creates samples with the memo. A sample depends on its schema and, through references, on all components. */
function createSampler({ model, resolve, memo }: PayloadContext): (schema: JsonSchema) => unknown {
  const { baseUrl = "https://example.com" } = model.vendor;
  const surroundings = digestText(JSON.stringify([baseUrl, model.components]));
  return (schema) => {
    const input = `${surroundings} ${JSON.stringify(schema)}`;
    const create = (): string => JSON.stringify(createSample(schema, { resolve, baseUrl }));
    return JSON.parse(remember(memo, "sample", input, create)) as unknown;
  };
}

function digestText(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Excludes payloads with an optional action, which the sample with the action covers. */
function isTypical({ entry, schema }: PayloadSchema, { model, resolve }: PayloadContext): boolean {
  if (entry.action !== undefined || model.actionPath === undefined) return true;
  return findPropertyAt(schema, model.actionPath, resolve)?.isRequired ?? true;
}

/**
 * Finds parts that occur several times, and names them. The inner parts of a repeated one are counted once, because
 * they are printed once, in its function.
 */
function nameSharedParts(values: readonly unknown[]): SharedParts {
  const seen = new Map<string, { value: object; hints: Set<string>; count: number }>();
  for (const value of values) visit(value, "payload");
  const shared = [...seen].filter(
    ([text, { count }]) => count > 1 && text.length >= MIN_SHARED_SAMPLE,
  );
  return new Map(
    shared.map(([text, { value, hints }]) => [text, { name: toPartName(hints, text), value }]),
  );

  function visit(value: unknown, hint: string): void {
    if (typeof value !== "object" || value === null) return;
    const text = JSON.stringify(value);
    const known = seen.get(text);
    if (known) {
      known.count += 1;
      known.hints.add(hint);
    } else {
      seen.set(text, { value, hints: new Set([hint]), count: 1 });
      for (const [key, child] of Object.entries(value)) visit(child, key);
    }
  }
}

/** Prints the module with the samples of one event. */
function printSampleModule(
  samples: readonly (readonly [name: string, value: unknown])[],
  parts: SharedParts,
): Module {
  const used = new Set<string>();
  const print = createSamplePrinter(parts, used);
  const entries = samples.map(
    ([name, value]) => `  [${JSON.stringify(name)}, () => (${print(value)})],`,
  );
  const shared = ofModule("../shared.js");
  const list = codeOf(
    entries.join("\n"),
    [...used].map((name) => shared.value(name)),
  );
  const map = code`${exported("const", "samples")}: ReadonlyMap<string, () => object> = /* @__PURE__ */ new Map<string, () => object>([
${list}
]);`;
  return { blocks: [final(map)] };
}

/** Prints the module with a function for each shared part. */
function printShared(parts: SharedParts): Module {
  const print = createSamplePrinter(parts, new Set());
  const functions = [...parts.values()]
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(
      ({ name, value }) =>
        code`${exported("const", name)} = (): object => (${printValue(value, print)});`,
    );
  return { blocks: [final(joinCode(functions, "\n"))] };
}

/** @param used Collects the names of the shared parts that are printed as calls. */
function createSamplePrinter(parts: SharedParts, used: Set<string>): PrintValue {
  const print = (value: unknown): string => {
    const shared = parts.get(JSON.stringify(value));
    if (shared === undefined) return printValue(value, print);
    used.add(shared.name);
    return `${shared.name}()`;
  };
  return print;
}

function printSampleLoaders({ model }: PayloadContext): Module {
  const loaders = code`/** Imports the sample payloads of an event, by \`<event>\` or \`<event>.<action>\`. */
${exported("type", "SampleLoader")} = () => Promise<{ readonly samples: ReadonlyMap<string, () => object> }>;

/** Imports the sample payloads of each event. */
${exported("const", "sampleLoaders")}: Readonly<Record<string, SampleLoader>> = {
${printEventLoaders(model)}
};`;
  return { blocks: [final(loaders)] };
}

/** The entries of a map from event to the import of its module. */
function printEventLoaders(model: SchemaModel): Code {
  const entries = listEventModules(model).map(({ event, file }) => {
    return code`  ${toValueKey(event.name)}: () => import(${ofModule(`./${file}.js`).specifier()}),`;
  });
  return joinCode(entries, "\n");
}

// ---- Types

/** A payload with its event and action. */
interface PayloadSample {
  readonly entry: EmitterEntry;
  readonly value: object;
}

/** The name of the function and the value of each part, by the part's text. */
type SharedParts = ReadonlyMap<string, { readonly name: string; readonly value: object }>;

/** Prints a value as an expression. Shared parts become calls. */
type PrintValue = (value: unknown) => string;
