/** The schemas of bodies of requests and responses, by the modules that they are printed into. */
import { isJson } from "../../model/http.js";
import { contentsOf, type JsonSchema, type Route } from "../../model/model.js";
import { joinDotted } from "../../model/file-names.js";
import { createValueScope, nameOf, toCamelCase } from "../../model/names.js";
import { printJsonBodies } from "../calls/print-bodies.js";
import { responseType } from "../calls/responses.js";
import type { ParameterSchema } from "../calls/types.js";
import type { EmitContext } from "../context/context.js";
import { createReferences, type References } from "../names/references.js";
import { BODY, responseKey } from "../names/types.js";
import type { PayloadContext } from "../payloads/payloads.js";
import { escapeComment } from "../print/escape.js";
import { code } from "../print/module.js";
import type { Code } from "../print/types.js";
import { listResources, readResources } from "../resources/resources.js";
import { toCheckedSchema } from "./checked-schema.js";
import {
  hasValues,
  type RouteModule,
  type RouteSchema,
  SCHEMAS,
  toJsonType,
  upFrom,
} from "./schema-modules.js";

/** Lists the schemas of bodies: a module for each resource, none without routes. */
export function listRouteModules(
  context: EmitContext,
  { model }: PayloadContext,
): readonly RouteModule[] {
  if (!context.model.hasRoutes) return [];
  const scope = createValueScope();
  const described = new Map(model.routes.map((route) => [route.key, route]));
  return listResources(readResources(context)).flatMap(
    ({ path, file: resourceFile, methods }): readonly RouteModule[] => {
      // A route can have methods in several resources. Its schemas are in that of its first name.
      const routes = methods.flatMap(({ name, route }) =>
        joinDotted(path, name) === route.call ? [route] : [],
      );
      const file = `routes/${resourceFile}`;
      const references = createReferences(context, upFrom(file));
      const tables = routes
        .map((typed) => ({ typed, described: described.get(typed.key) ?? typed }))
        .map((route) => ({
          route: route.typed.key,
          schemas: [
            ...listBodySchemas(route, context, references),
            ...listResponseSchemas(route, context, references),
          ],
        }))
        .filter(({ schemas }) => schemas.length > 0);
      if (tables.length === 0) return [];
      const schemas = tables.flatMap((table) => table.schemas);
      const constant = scope.take(`${toCamelCase(path === "" ? "root" : path)}Routes`);
      return [{ kind: "routes", file, schemas, table: { constant, routes: tables } }];
    },
  );
}

// ---- Bodies of requests

/** The schema of the body of a route, if it has one that is JSON. */
function listBodySchemas(
  { typed, described }: RoutePair,
  context: EmitContext,
  references: References,
): readonly RouteSchema[] {
  const parameter = context.parameters.find(({ route }) => route === typed);
  const contents = contentsOf(described).filter(isJson);
  if (parameter === undefined || contents.length === 0) return [];
  const schema = anyOf(contents.map((content) => content.schema));
  const type = bodyType(parameter, context, references);
  return [createSchema(described, { status: BODY, schema, type }, context)];
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

/** The type that JSON has for the body of a request. */
const AS_JSON = SCHEMAS.type("AsJson");

/** The schema of values that any of some schemas allows. */
function anyOf(schemas: readonly JsonSchema[]): JsonSchema {
  const [only, ...furtherSchemas] = schemas;
  return only === undefined || furtherSchemas.length > 0 ? { anyOf: schemas } : only;
}

// ---- Bodies of responses

/** The schema of each response of a route that is JSON. */
function listResponseSchemas(
  { typed, described }: RoutePair,
  context: EmitContext,
  references: References,
): readonly RouteSchema[] {
  return described.responses.flatMap(({ status, contentType = "", schema }) => {
    if (schema === undefined || !isJson({ contentTypes: [contentType] })) return [];
    const typedResponse = typed.responses.find((each) => each.status === status);
    const declaredType = responseType(typed, status, typedResponse?.schema, context.names);
    const type = references.nameOf(declaredType);
    return [{ ...createSchema(described, { status, schema, type }, context), declaredType }];
  });
}

// ---- Both

function createSchema(
  { key }: Route,
  { status, schema, type }: BodyOfRoute,
  { model, names }: EmitContext,
): RouteSchema {
  return {
    name: nameOf(names.schemas, responseKey(key, status)),
    key: status,
    type: toJsonType(type, model),
    text: `\`${escapeComment(key)}\``,
    checked: toCheckedSchema(schema),
  };
}

// ---- Types

/** A route in two versions. */
interface RoutePair {
  /** With the schemas that types are made of. */
  readonly typed: Route;
  /** With the schemas of the YAML, which are checked. */
  readonly described: Route;
}

interface BodyOfRoute {
  /** The status of a response, or {@link BODY}. */
  readonly status: string;
  readonly schema: JsonSchema;
  readonly type: Code;
}
