import type { Body, Method, Parameter, Response, Route } from "../model.js";
import { type ComponentDocuments, normaliseSchema } from "./references.js";
import {
  type BodyEntry,
  componentOf,
  isResponseEntry,
  type ParameterEntry,
  type ResponseEntry,
  type RouteEntry,
  schemaOfParameter,
} from "./route-entry.js";
import { placeholdersOf, splitRouteKey } from "./route-key.js";
import { entriesOf, isYamlMap, type YamlDocument } from "./yaml-document.js";

const JSON_MEDIA_TYPE = "application/json";

/** Reads validated documents. */
export function readRoutes(document: YamlDocument, components: ComponentDocuments): Route[] {
  return entriesOf(document.value).map(([key, value]) => {
    const entry = value as RouteEntry; // validated
    const { method, url } = splitRouteKey(key);
    const path = placeholdersOf(url).map((name) => [name, entry.path?.[name]] as const);
    const query = entriesOf(entry.query);
    const read = (location: "path" | "query") => (parameter: readonly [string, unknown]) =>
      readParameter(document.file, location, parameter, components);
    return {
      key,
      method: method as Method, // checked
      url,
      operation: entry.operation,
      ...(entry.summary !== undefined && { summary: entry.summary }),
      deprecated: entry.deprecated ?? false,
      ...(entry.server !== undefined && { server: entry.server }),
      parameters: [...path.map(read("path")), ...query.map(read("query"))],
      ...(entry.body && { body: readBody(document.file, entry.body) }),
      responses: entriesOf(entry.responses).map((response) =>
        readResponse(document.file, response),
      ),
      source: { file: document.file, path: [key] },
    };
  });
}

function readParameter(
  file: string,
  location: "path" | "query",
  [name, value]: readonly [string, unknown],
  components: ComponentDocuments,
): Parameter {
  const entry: ParameterEntry = isYamlMap(value) ? value : {};
  const description = entry.description ?? sharedDescription(file, value, components);
  return {
    name,
    in: location,
    required: location === "path" || entry.required === true,
    deprecated: entry.deprecated ?? false,
    ...(description !== undefined && { description }),
    multiSegment: entry.multiSegment ?? false,
    ...(entry.style !== undefined && { style: entry.style }),
    schema: normaliseSchema(file, schemaOfParameter(value)),
  };
}

function sharedDescription(
  file: string,
  parameter: unknown,
  components: ComponentDocuments,
): string | undefined {
  const reference = isYamlMap(parameter) ? parameter["$ref"] : undefined;
  if (typeof reference !== "string") return undefined;
  const component = componentOf(file, reference, components);
  const description = isYamlMap(component) ? component["description"] : undefined;
  return typeof description === "string" ? description : undefined;
}

function readBody(file: string, { required, contentType, schema }: BodyEntry): Body {
  return {
    required: required ?? true,
    contentTypes: [contentType ?? JSON_MEDIA_TYPE].flat(),
    schema: normaliseSchema(file, schema),
  };
}

function readResponse(file: string, [status, value]: readonly [string, unknown]): Response {
  const { description, contentType, schema } = isResponseEntry(value)
    ? value
    : ({ schema: value } as ResponseEntry); // a bare schema
  return {
    status,
    ...(description !== undefined && { description }),
    ...(schema !== null && {
      contentType: contentType ?? JSON_MEDIA_TYPE,
      schema: normaliseSchema(file, schema),
    }),
  };
}
