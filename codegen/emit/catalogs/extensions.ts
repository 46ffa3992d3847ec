import type { Pagination } from "../../model/client.js";
import { kindOf } from "../../model/media-types.js";
import type { EmitContext } from "../prepare/context.js";
import { listRouteLists } from "../../json-schema/route-lists.js";
import { listExceptions } from "./list-exceptions.js";

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

/** Code of the runtime for styles of pagination. */
const PAGES: Readonly<Record<Pagination["style"], string>> = {
  link: "linkPages",
  cursor: "cursorPages",
  offset: "offsetPages",
  page: "numberedPages",
};

/** The code that the client needs for credentials and lists, and the argument that passes it in. */
export function listClientExtensions(context: EmitContext): {
  readonly code: readonly string[];
  readonly text: string;
} {
  const { auth } = context.model.vendor.sending;
  const styles = new Set(listRouteLists(context).map(({ pagination }) => pagination.style));
  const pages = [...styles].map((style) => `${style}: ${PAGES[style]}`);
  const isHeader = auth.every((each) => each.in === "header" && each.key !== "cookie");
  const isSimple = auth.length < 2 && isHeader && !auth.some(({ isBasic }) => isBasic);
  const code: string[] = [];
  const parts: string[] = [];
  if (pages.length > 0) parts.push(`pages: { ${pages.join(", ")} }`);
  code.push(...[...styles].map((style) => PAGES[style]));
  if (!isSimple) {
    code.push("createSchemeAuthenticator");
    parts.push("createAuthenticator: createSchemeAuthenticator");
  }
  if (auth.some((each) => each.in !== "header" || each.key !== "authorization")) {
    code.push("followRedirects");
    parts.push("followRedirects");
  }
  return { code, text: parts.length > 0 ? `, { ${parts.join(", ")} }` : "" };
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
