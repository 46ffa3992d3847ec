import { kindOf } from "../../media-types.js";
import type { EmitContext } from "../context.js";
import { listExceptions } from "./route-exceptions.js";

/** Code of the runtime that not every vendor needs, by the key that passes it to `createEndpoint`. */
export type Extensions = Readonly<Record<string, string | readonly string[]>>;

/** The code that some route needs: a client bundles what it uses. */
export function listExtensions(context: EmitContext): Extensions {
  const { vendor, routes } = context.model;
  const types = routes.flatMap(({ body }) => (body ? [body, ...(body.others ?? [])] : []));
  const kinds = new Set(types.flatMap(({ contentTypes }) => contentTypes.map(kindOf)));
  const bodies = [
    ...(kinds.has("form") ? ["formBody"] : []),
    ...(kinds.has("multipart") ? ["multipartBody"] : []),
  ];
  const declared = ["query", "headers", "cookies", "accept", "named"];
  const hasDeclared = listExceptions(context).some(([, { more }]) =>
    declared.some((key) => key in more),
  );
  return {
    ...(bodies.length > 0 && { bodies }),
    ...(hasDeclared && { parameters: "declaredParameters" }),
    ...(vendor.variables && { variables: "serverVariables" }),
  };
}

/** The call that creates the request builder of a client. */
export function printEndpointCall(extensions: Extensions, hasVariables: boolean): string {
  const parts = Object.entries(extensions).map(([key, code]) =>
    typeof code === "string" ? `${key}: ${code}` : `${key}: [${code.join(", ")}]`,
  );
  const types = hasVariables ? "Routes, ServerOptions" : "Routes";
  const second = parts.length === 0 ? "" : `, { ${parts.join(", ")} }`;
  return `/* @__PURE__ */ createEndpoint<${types}>(endpointCatalog${second})`;
}
