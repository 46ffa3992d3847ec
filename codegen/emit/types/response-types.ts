/** The types of responses as the client reads them, by their content types; and the generated maps of these types. */
import { kindOf } from "../../model/http.js";
import type { Response, Route } from "../../model/model.js";
import { responseType } from "../calls/responses.js";
import type { EmitContext } from "../context/context.js";
import type { References } from "../names/references.js";
import { joinUnion, ofModule } from "../print/module.js";
import type { Code } from "../print/types.js";

/** The generated maps of `client-types.ts`. */
export const RESPONSES = ofModule("./client-types.js").type("RouteResponses");
export const STREAMS = ofModule("./client-types.js").type("RouteStreams");
export const LISTS = ofModule("./client-types.js").type("RouteLists");

/** The type of the data of a response. */
export function printDataType(
  route: Route,
  response: Response,
  context: EmitContext,
  references: References,
): Code {
  return joinUnion(listDataTypes(route, response, context).map((type) => references.nameOf(type)));
}

/** The types that the client reads a body as, by its content types. */
export function listDataTypes(
  route: Route,
  response: Response,
  context: EmitContext,
): readonly string[] {
  const { contentType, otherTypes = [] } = response;
  if (contentType === undefined) return ["undefined"];
  const types = [contentType, ...otherTypes].map((type) =>
    typeOfBody(type, route, response, context),
  );
  return types.includes("unknown") ? ["unknown"] : [...new Set(types)];
}

/** The type of a body with one of the content types of a response. */
function typeOfBody(
  contentType: string,
  route: Route,
  { status, schema }: Response,
  context: EmitContext,
): string {
  if (contentType.includes("*")) return "unknown";
  const kind = kindOf(contentType);
  if (kind === "json") return responseType(route, status, schema, context.names);
  if (kind === "text" || /[/+]xml\b|;\s*charset=/i.test(contentType)) return "string";
  return "ArrayBuffer";
}

/** The responses that are not a success: with any status but 1xx and 2xx, and the default one. */
export function errorsOf({ responses }: Route): readonly Response[] {
  return responses.filter(({ status }) => !/^[12]/.test(status));
}
