/** Applies all corrections to a model, and records what each has changed. */
import {
  collectPayloadRefs,
  createResolver,
  type ResolveComponent,
} from "../json-schema/references.js";
import {
  mapChildren,
  membersOf,
  propertiesOf,
  type Step,
  without,
} from "../json-schema/keywords.js";
import { isEqual } from "../model/json.js";
import {
  type Action,
  type Component,
  type Event,
  type JsonSchema,
  type JsonSchemaObject,
  OBJECT_NAME,
  type SchemaModel,
} from "../model/model.js";
import { changeAt, createTrace, type Trace } from "./change-at.js";
import { changeSchema } from "./change-schema.js";
import type {
  Correction,
  Corrections,
  KeywordRule,
  ObjectRule,
  TargetCorrections,
} from "./corrections.js";

/**
 * Applies corrections to payloads and to the components that they lead to, in this order: rules for all
 * schemas, object rules, corrections of components, corrections of payloads. `oneOf` becomes `anyOf`,
 * because a value can match several alternatives once they are corrected.
 */
export function correctModel(model: SchemaModel, corrections: Corrections): CorrectedModel {
  const traces = createTraces(corrections);
  const resolve = createResolver(model);
  const reachable = collectPayloadRefs(model, resolve);
  const everywhere = (schema: JsonSchema) => correctObjects(schema, corrections, resolve, traces);

  const components = model.components.map((component): Component => {
    if (!reachable.has(component.ref)) return component;
    const ofComponent = corrections.components.filter(({ target }) => target === component.ref);
    const schema = correctTarget(everywhere(component.schema), ofComponent, resolve, traces);
    return { ...component, schema };
  });
  const correctPayload = (payload: JsonSchema, names: readonly string[]) => {
    const ofEvent = corrections.payloads.filter(({ target }) => names.includes(target));
    return correctTarget(everywhere(payload), ofEvent, resolve, traces);
  };
  const events = model.events.map((event): Event => ({
    ...event,
    ...(event.payload !== undefined && {
      payload: correctPayload(event.payload, ["*", event.name]),
    }),
    actions: event.actions.map((action): Action => {
      if (action.payload === undefined) return action;
      const names = ["*", event.name, `${event.name}.${action.name}`];
      return { ...action, payload: correctPayload(action.payload, names) };
    }),
  }));
  return { model: { ...model, events, components }, traces };
}

function createTraces(corrections: Corrections): Traces {
  return {
    ofRules: new Map(corrections.everywhere.map((rule) => [rule, createTrace()])),
    ofCorrections: new Map(
      listCorrections(corrections).map((correction) => [
        correction,
        correction.properties.map((path) => ({ path, trace: createTrace() })),
      ]),
    ),
  };
}

/** The corrections of objects, components and payloads. */
function listCorrections(corrections: Corrections): readonly Correction[] {
  const { objects, components, payloads } = corrections;
  return [...objects, ...components, ...payloads].flatMap((target) => target.corrections);
}

/** Corrects inner schemas first, so that rules apply to corrected contents. */
function correctObjects(
  schema: JsonSchema,
  corrections: Corrections,
  resolve: ResolveComponent,
  traces: Traces,
): JsonSchema {
  if (typeof schema === "boolean") return schema;
  const inside = (child: JsonSchema) => correctObjects(child, corrections, resolve, traces);
  let result: JsonSchema = withoutOneOf(mapChildren(schema, inside));
  for (const rule of corrections.everywhere) result = correctWhere(result, rule, resolve, traces);
  for (const rule of corrections.objects) {
    if (typeof result === "object" && matchesObjectRule(result, rule)) {
      result = nameObject(correctTarget(result, [rule], resolve, traces), rule);
    }
  }
  return result;
}

/** Names an object after the first rule that matches it. A rule with one property is too vague. */
function nameObject(schema: JsonSchema, { name, having }: ObjectRule): JsonSchema {
  if (typeof schema === "boolean" || OBJECT_NAME in schema || having.length < 2) return schema;
  return { ...schema, [OBJECT_NAME]: name };
}

function withoutOneOf(schema: JsonSchemaObject): JsonSchemaObject {
  if (!("oneOf" in schema) || "anyOf" in schema) return schema;
  return { ...without(schema, ["oneOf"]), anyOf: membersOf(schema, "oneOf") };
}

function correctWhere(
  schema: JsonSchema,
  rule: KeywordRule,
  resolve: ResolveComponent,
  traces: Traces,
): JsonSchema {
  const trace = traces.ofRules.get(rule);
  if (typeof schema === "boolean" || trace === undefined || !hasKeywords(schema, rule.where))
    return schema;
  trace.found = true;
  return changeSchema(schema, rule.change, resolve, (key) => trace.effects.add(key));
}

function hasKeywords(schema: JsonSchemaObject, where: KeywordRule["where"]): boolean {
  for (const keyword in where) {
    if (!(keyword in schema) || !isEqual(schema[keyword], where[keyword])) return false;
  }
  return true;
}

/** Tests whether an object has the properties that a rule requires, and none that it excludes. */
export function matchesObjectRule(
  schema: JsonSchemaObject,
  { having, lacking }: ObjectRule,
): boolean {
  const properties = propertiesOf(schema);
  return (
    having.every((name) => Object.hasOwn(properties, name)) &&
    !lacking.some((name) => Object.hasOwn(properties, name))
  );
}

function correctTarget(
  schema: JsonSchema,
  targets: readonly Pick<TargetCorrections, "corrections">[],
  resolve: ResolveComponent,
  traces: Traces,
): JsonSchema {
  let result = schema;
  for (const correction of targets.flatMap(({ corrections }) => corrections)) {
    for (const { path, trace } of traces.ofCorrections.get(correction) ?? [])
      result = changeAt(result, path, correction.change, resolve, trace);
  }
  return result;
}

/** The effects of corrections. */
export interface Traces {
  readonly ofRules: ReadonlyMap<KeywordRule, Trace>;
  /** One for each path of a correction, in their order. */
  readonly ofCorrections: ReadonlyMap<Correction, readonly TracedPath[]>;
}

/** A path of a correction, and what was met on it. */
export interface TracedPath {
  readonly path: readonly Step[];
  readonly trace: Trace;
}

export interface CorrectedModel {
  readonly model: SchemaModel;
  readonly traces: Traces;
}
