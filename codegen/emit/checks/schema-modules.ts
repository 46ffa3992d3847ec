/** Lists the schemas of payloads, and of bodies of routes, by the modules that they are printed into. */
import { emitterEntries, type EmitterEntry, listEventModules } from "../../model/entries.js";
import { isJson } from "../../model/http.js";
import { contentsOf, type JsonSchema, type Route, type SchemaModel } from "../../model/model.js";
import { createValueScope, joinDotted, nameOf, toCamelCase } from "../../model/names.js";
import { printJsonBodies } from "../calls/print-bodies.js";
import { responseType } from "../calls/responses.js";
import type { ParameterSchema } from "../calls/types.js";
import type { EmitContext } from "../context/context.js";
import { createReferences, type References } from "../names/references.js";
import { BODY, responseKey } from "../names/types.js";
import type { PayloadContext } from "../payloads/payloads.js";
import { escapeComment } from "../print/escape.js";
import { code, ofRuntime } from "../print/module.js";
import type { Code, Printable } from "../print/types.js";
import { listResources, readResources } from "../resources/resources.js";
import { type CheckedSchema, toCheckedSchema } from "./checked-schema.js";

/** The types and functions of the runtime that modules of schemas name. */
export const SCHEMAS = ofRuntime("schemas");

// ---- Modules of events

/** Lists the schemas of payloads: a module for each event. */
export function listPayloadModules(
  context: EmitContext,
  { payloads }: PayloadContext,
): readonly SchemaModule[] {
  const { model, names } = context;
  const describedPayloads = new Map(payloads.map(({ entry, schema }) => [entry.name, schema]));
  const scope = createValueScope();
  return listEventModules(model).map(({ event, file }) => {
    const [bare, ...combinations] = emitterEntries(event);
    const references = createReferences(context, upFrom(file));
    const toSchema = (entry: EmitterEntry): PrintedSchema => {
      const schema = describedPayloads.get(entry.name);
      const members = combinations.map(({ name }) => nameOf(names.schemas, name));
      const type = references.memberOf("payloads", nameOf(names.events, entry.name).payload);
      return {
        name: nameOf(names.schemas, entry.name),
        type: toJsonType(type, model),
        text: `Payload of \`${escapeComment(entry.name)}\`.`,
        ...(schema === undefined ? { members } : { checked: toCheckedSchema(schema) }),
      };
    };
    const described = [bare, ...combinations].filter((entry) => describedPayloads.has(entry.name));
    return {
      file,
      // The schema of the event itself may refer to those of its actions, which must be declared before it.
      schemas: [...combinations, bare].map(toSchema),
      payloads: {
        event: event.name,
        constant: scope.take(`${toCamelCase(event.name)}Payloads`),
        entries: described.map((entry) => [entry.name, nameOf(names.schemas, entry.name)]),
      },
    };
  });
}

// ---- Modules of routes

/** Lists the schemas of bodies: a module for each resource, none without routes. */
export function listRouteModules(
  context: EmitContext,
  { model }: PayloadContext,
): readonly SchemaModule[] {
  if (!context.model.hasRoutes) return [];
  const scope = createValueScope();
  const described = new Map(model.routes.map((route) => [route.key, route]));
  return listResources(readResources(context)).flatMap(({ path, file: resourceFile, methods }) => {
    // A route can have methods in several resources. Its schemas are in that of its first name.
    const routes = methods.flatMap(({ name, route }) =>
      joinDotted(path, name) === route.call ? [route] : [],
    );
    const file = `routes/${resourceFile}`;
    const tables = routes
      .map((route) => ({
        route: route.key,
        schemas: listRouteSchemas(route, described.get(route.key) ?? route, context, file),
      }))
      .filter(({ schemas }) => schemas.length > 0);
    if (tables.length === 0) return [];
    const schemas = tables.flatMap((table) => table.schemas);
    const name = scope.take(`${toCamelCase(path === "" ? "root" : path)}Routes`);
    return [{ file, schemas, table: { name, routes: tables } }];
  });
}

/**
 * Lists the schemas of a route: of its body, and of its responses.
 * @param route The route with the schemas that types are made of.
 * @param described The route with the schemas of the YAML, which are checked.
 * @param file The module that the schemas are printed into.
 */
function listRouteSchemas(
  route: Route,
  described: Route,
  context: EmitContext,
  file: string,
): readonly RouteSchema[] {
  const { key } = route;
  const { model, names } = context;
  const references = createReferences(context, upFrom(file));
  const toSchema = (status: string, schema: JsonSchema, type: Code): RouteSchema => ({
    name: nameOf(names.schemas, responseKey(key, status)),
    key: status,
    type: toJsonType(type, model),
    text: `\`${escapeComment(key)}\``,
    checked: toCheckedSchema(schema),
  });
  const parameter = context.parameters.find((each) => each.route === route);
  const contents = contentsOf(described).filter(isJson);
  const body = anyOf(contents.map((content) => content.schema));
  return [
    ...(parameter && contents.length > 0
      ? [toSchema(BODY, body, bodyType(parameter, context, references))]
      : []),
    ...described.responses.flatMap((response) => {
      const { status, contentType = "" } = response;
      if (response.schema === undefined || !isJson({ contentTypes: [contentType] })) return [];
      const typed = route.responses.find((each) => each.status === status);
      const declaredType = responseType(route, status, typed?.schema, names);
      const type = references.nameOf(declaredType);
      return [{ ...toSchema(status, response.schema, type), declaredType }];
    }),
  ];
}

/** The type of a body. With values that JSON does not have, {@link toJsonType} makes JSON of the whole. */
function bodyType(parameter: ParameterSchema, context: EmitContext, references: References): Code {
  const isMadeJsonLater = hasValues(context.model);
  return printJsonBodies(
    parameter,
    context.resolve,
    (name) => references.nameOf(name),
    (body) => (isMadeJsonLater ? body : code`${AS_JSON}<${body}>`),
  );
}

/** The schema of values that any of some schemas allows. */
function anyOf(schemas: readonly JsonSchema[]): JsonSchema {
  const [only, ...furtherSchemas] = schemas;
  return only === undefined || furtherSchemas.length > 0 ? { anyOf: schemas } : only;
}

/** Tells whether types have values that JSON does not have. */
function hasValues({ vendor }: SchemaModel): boolean {
  return vendor.values !== undefined;
}

/** Prints the type that JSON has for a type, because schemas check JSON. */
function toJsonType(type: Printable, model: SchemaModel): Code {
  return hasValues(model) ? code`${SCHEMAS.type("JsonOf")}<${type}>` : code`${type}`;
}

/** The type that JSON has for the body of a request. */
const AS_JSON = SCHEMAS.type("AsJson");

/** The path from a module below the folder `schemas` to those beside the entry. */
function upFrom(file: string): string {
  return "../".repeat(file.split("/").length);
}

// ---- Types

/** The schemas of one event, or of the routes of one resource. */
export interface SchemaModule {
  /** Below `schemas/`, without extension. */
  readonly file: string;
  readonly schemas: readonly PrintedSchema[];
  /** The schemas of payloads by the name of event and action; absent for routes. */
  readonly payloads?: {
    readonly event: string;
    readonly constant: string;
    readonly entries: readonly (readonly [name: string, schema: string])[];
  };
  /** The constant with the schemas of each route; absent for events. */
  readonly table?: { readonly name: string; readonly routes: readonly RouteTable[] };
}

/** A schema as it is printed: a constant with its comment and the type of its values. */
export interface PrintedSchema {
  readonly name: string;
  /** The type of its values. */
  readonly type: Code;
  /** The name of that type, by which equal schemas are declared once; absent for a type without one. */
  readonly declaredType?: string;
  /** The comment, which says what the name does not. */
  readonly text: string;
  /** Absent for a schema that is any of {@link members}. */
  readonly checked?: CheckedSchema;
  /** The names of alternative schemas. */
  readonly members?: readonly string[];
}

/** A schema of a route. */
export interface RouteSchema extends PrintedSchema {
  /** A status, or {@link BODY}. */
  readonly key: string;
}

/** A line of the table of a module: a route with its schemas. */
export interface RouteTable {
  readonly route: string;
  readonly schemas: readonly RouteSchema[];
}
