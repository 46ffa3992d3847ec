/**
 * Writes a plan of `rules.ts` back as a JSON Schema, by Standard JSON Schema, version 1
 * (standardschema.dev/json-schema). Limits, such as `maximum`, are in no plan, so they are in no such document. A bundle
 * has this code only if it imports it.
 */
import { expectOneOf, unexpected } from "../base/expect.js";
import { convert, type ConvertPart, type Json, type Target } from "./json-schema-rules.js";
import type { Plan } from "./check.js";
import { lazy } from "./rules.js";
import type { Schema } from "./schema.js";

/**
 * Adds `~standard.jsonSchema` to a schema, for packages that ask for a JSON Schema.
 * @param schema A schema of the same package: another copy of the runtime has other rules.
 * @throws TypeError for a schema without a plan.
 * @example
 * const tool = { inputSchema: withJsonSchema(IssuesCreateBodySchema) };
 */
export function withJsonSchema<Value>(schema: Schema<Value>): SchemaWithJson<Value> {
  const { plan } = schema;
  if (plan === undefined) throw unexpected(plan, "The plan of the schema", "a generated schema");
  const write = ({ target }: JsonSchemaOptions): Record<string, unknown> =>
    writeDocument(plan, target);
  const standard = { ...schema["~standard"], jsonSchema: { input: write, output: write } };
  return { ...schema, "~standard": standard };
}

// ---- Documents

const TARGETS: readonly Target[] = ["draft-2020-12", "draft-07", "openapi-3.0"];

/** Drafts by target. A schema of OpenAPI 3.0 has neither an address nor definitions. */
const DRAFTS: Readonly<Partial<Record<Target, Draft>>> = {
  "draft-2020-12": {
    address: "https://json-schema.org/draft/2020-12/schema",
    definitionsKey: "$defs",
  },
  "draft-07": {
    address: "http://json-schema.org/draft-07/schema#",
    definitionsKey: "definitions",
  },
};

/**
 * Writes a schema with its definitions.
 * @throws TypeError for another target, for rules of another copy of the package, and under `openapi-3.0` for a
 * schema that contains itself.
 */
function writeDocument(plan: Plan, targetName: string): Json {
  const target = expectOneOf(targetName, 'Option "target"', TARGETS);
  const draft = DRAFTS[target];
  return draft ? writeDraft(plan, target, draft) : createInliner(target)(plan);
}

/**
 * Writes a schema whose parts that are used several times are definitions, also those that contain themselves. For
 * example, a list of trees:
 *
 *     {
 *       $schema: "https://json-schema.org/draft/2020-12/schema",
 *       type: "array",
 *       items: { $ref: "#/$defs/part1" },
 *       $defs: {
 *         part1: { properties: { left: { $ref: "#/$defs/part1" }, right: { $ref: "#/$defs/part1" } } },
 *       },
 *     }
 */
function writeDraft(plan: Plan, target: Target, { address, definitionsKey }: Draft): Json {
  const { parts, convertPart } = createPartCollector(target);
  const converted = convertPart(plan);
  const root = parts.get(resolve(plan)); // none for a plan that is only types
  const definitions = fillSlots([...parts.values()], root, definitionsKey);
  const hasDefinitions = Object.keys(definitions).length > 0;
  return {
    $schema: address,
    ...(root?.content ?? converted),
    ...(hasDefinitions && { [definitionsKey]: definitions }),
  };
}

/**
 * Creates a converter that converts each part once, and collects them. Wherever a part is used, it puts the same empty
 * object, the slot of the part, which `fillSlots` fills when it is known how often the part is used.
 */
function createPartCollector(target: Target): {
  readonly parts: ReadonlyMap<Plan, Part>;
  readonly convertPart: ConvertPart;
} {
  const parts = new Map<Plan, Part>();
  const convertPart: ConvertPart = (unresolved) => {
    const plan = resolve(unresolved);
    if (typeof plan === "number") return convert(plan, target, convertPart);
    const known = parts.get(plan);
    if (known) {
      known.isShared = true;
      return known.slot;
    }
    const part: Part = { content: {}, slot: {}, isShared: false };
    parts.set(plan, part); // before its inside, which may contain it
    Object.assign(part.content, convert(plan, target, convertPart));
    return part.slot;
  };
  return { parts, convertPart };
}

/**
 * Puts into each slot its part, or a reference to it; the root is the document itself. Returns the definitions that are
 * referred to.
 */
function fillSlots(parts: readonly Part[], root: Part | undefined, definitionsKey: string): Json {
  const definitions: Json = {};
  for (const part of parts) {
    const { slot, content, isShared } = part;
    const name = `part${Object.keys(definitions).length + 1}`;
    if (part === root) Object.assign(slot, { $ref: "#" });
    else if (!isShared) Object.assign(slot, content);
    else {
      definitions[name] = content;
      Object.assign(slot, { $ref: `#/${definitionsKey}/${name}` });
    }
  }
  return definitions;
}

/** Creates a converter for targets without definitions, which repeats a part wherever it is used. */
function createInliner(target: Target): ConvertPart {
  const ancestors = new Set<Plan>();
  const convertPart: ConvertPart = (unresolved) => {
    const plan = resolve(unresolved);
    if (typeof plan === "number") return convert(plan, target, convertPart);
    if (ancestors.has(plan))
      throw new TypeError(
        'The schema contains itself, which "openapi-3.0" cannot say; expected the target "draft-2020-12" or "draft-07".',
      );
    ancestors.add(plan);
    const converted = convert(plan, target, convertPart);
    ancestors.delete(plan);
    return converted;
  };
  return convertPart;
}

/** Follows `lazy`, which stands for another part. */
function resolve(plan: Plan): Plan {
  if (typeof plan === "number" || plan[0] !== lazy) return plan;
  const [, find] = plan as unknown as readonly [unknown, () => Plan]; // the parts of `lazy`
  return resolve(find());
}

// ---- Types

/** Version of JSON Schema. */
interface Draft {
  readonly address: string;
  /** The property that holds definitions. */
  readonly definitionsKey: string;
}

/** A part that was converted once. */
interface Part {
  readonly content: Json;
  /** Stands where the part is used: the content, or a reference to it. */
  readonly slot: Json;
  isShared: boolean;
}

// ---- Types of the spec

/** `StandardSchemaV1` and `StandardJSONSchemaV1` of the spec. Input and output are the same. */
export interface SchemaWithJson<Value> extends Schema<Value> {
  readonly "~standard": Schema<Value>["~standard"] & {
    readonly jsonSchema: {
      readonly input: (options: JsonSchemaOptions) => Record<string, unknown>;
      readonly output: (options: JsonSchemaOptions) => Record<string, unknown>;
    };
  };
}

interface JsonSchemaOptions {
  /** `draft-2020-12`, `draft-07` or `openapi-3.0`; the type is that of the spec. */
  readonly target: Target | (string & {});
}
