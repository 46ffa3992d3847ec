/** The bodies of responses that become types. */
import { refOf } from "../../json-schema/keywords.js";
import {
  type JsonSchema,
  receivedBodies,
  type Response,
  type Route,
  type SchemaModel,
} from "../../model/model.js";
import { nameOf, toTypeKey } from "../../model/names.js";
import { responseKey, type TypeNames } from "../names/types.js";

/** Lists the bodies of all responses that have one, in the order of the routes. */
export function listResponseSchemas(
  model: SchemaModel,
  names: TypeNames,
): readonly ResponseSchema[] {
  return model.routes.flatMap((route) =>
    receivedBodies(route).flatMap((response) => {
      const { schema } = response;
      if (schema === undefined || refOf(schema) !== undefined) return [];
      const name = nameOf(names.responses, responseKey(route.key, response.status));
      return [{ name, route, response, schema }];
    }),
  );
}

/** The type of a response's body, as it is described. */
export function responseType(
  route: Route,
  status: string,
  schema: Response["schema"],
  names: TypeNames,
): string {
  if (schema === undefined) return "undefined";
  const ref = refOf(schema);
  if (ref !== undefined) return nameOf(names.components, ref);
  return nameOf(names.responses, responseKey(route.key, status));
}

/** A numeric status can be looked up as a number and as a string. */
export function toStatusKey(status: string): string {
  return /^[1-9]\d*$/.test(status) ? status : toTypeKey(status);
}

/** The body of one response. */
export interface ResponseSchema {
  readonly name: string;
  readonly route: Route;
  readonly response: Response;
  readonly schema: JsonSchema;
}
