/** Emits a sample payload for each event and action, and shares what samples have in common. */
import { createHash } from "node:crypto";
import { findPropertyAt } from "../../json-schema/paths.js";
import { type EmitterEntry, listEventModules } from "../../model/entries.js";
import { remember } from "../../model/memo.js";
import type { JsonSchema, SchemaModel } from "../../model/model.js";
import { toValueKey } from "../../model/names.js";
import type { PayloadContext, PayloadSchema } from "../payloads/payloads.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import { code, codeOf, exported, final, joinCode, ofModule } from "../print/module.js";
import type { Code, Module } from "../print/types.js";
import { createSample } from "./sample.js";
import {
  nameSharedParts,
  printPartModule,
  printWithParts,
  type SharedParts,
} from "./shared-parts.js";

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
      samples.filter(({ entry }) => entry.event === event.name),
      parts,
    ),
  }));
  return [
    {
      path: "samples/index.ts",
      sources: filesOf(model.vendor, ...model.events),
      module: printSampleLoaders(context),
    },
    { path: "samples/shared.ts", sources, module: printPartModule(parts) },
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

/** Prints the module with the samples of one event. */
function printSampleModule(samples: readonly PayloadSample[], parts: SharedParts): Module {
  const entries = samples.map(
    ({ entry, value }) =>
      code`  [${JSON.stringify(entry.name)}, () => (${printShared(value, parts)})],`,
  );
  const map = code`${exported("const", "samples")}: ReadonlyMap<string, () => object> = /* @__PURE__ */ new Map<string, () => object>([
${joinCode(entries, "\n")}
]);`;
  return { blocks: [final(map)] };
}

/** Prints a sample as an expression, with the imports of the shared parts in it. */
function printShared(value: object, parts: SharedParts): Code {
  const { text, called } = printWithParts(value, parts);
  const shared = ofModule("../shared.js");
  return codeOf(
    text,
    called.map((name) => shared.value(name)),
  );
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
