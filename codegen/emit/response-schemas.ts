import type { JsonSchema, Response, Route, SchemaModel } from "../model.js";
import { nameOf, responseKey } from "./type-names.js";
import type { TypeNames } from "./type-names.js";

/** The body of one response. */
export interface ResponseSchema {
  readonly name: string;
  readonly route: Route;
  readonly response: Response;
  readonly schema: JsonSchema;
}

/** Lists the bodies of all responses that have one, in the order of the routes. */
export function listResponseSchemas(
  model: SchemaModel,
  names: TypeNames,
): readonly ResponseSchema[] {
  return model.routes.flatMap((route) =>
    route.responses.flatMap((response) => {
      const { schema } = response;
      if (schema === undefined || isReference(schema)) return [];
      const name = nameOf(names.responses, responseKey(route.key, response.status));
      return [{ name, route, response, schema }];
    }),
  );
}

/** A body that is a component has that component's type and no name of its own. */
export function isReference(schema: JsonSchema): schema is { readonly $ref: string } {
  return (
    typeof schema === "object" && typeof schema["$ref"] === "string" && schema["nullable"] !== true
  );
}
