/** A generated client passes in the code for its own credentials and lists, and no other. */
import { describe, expect, it } from "vitest";
import { generate } from "../../codegen/generate.js";
import type { DeclaredScheme, PaginationRule } from "../../codegen/model/client.js";
import type { Route } from "../../codegen/model/model.js";
import { acme, miniature, route } from "../cases/codegen/emit/miniature.js";

const BEARER: DeclaredScheme = {
  name: "bearer",
  in: "header",
  key: "authorization",
  prefix: "Bearer ",
};
const BASIC: DeclaredScheme = { ...BEARER, name: "basic", prefix: "Basic ", isBasic: true };
const HEADER: DeclaredScheme = { name: "key", in: "header", key: "x-api-key" };
const QUERY: DeclaredScheme = { name: "query", in: "query", key: "api_key" };

const RULES: readonly PaginationRule[] = [
  { name: "links", style: "link" },
  { name: "cursors", style: "cursor", parameter: "after", next: { item: "id" }, items: "data" },
  { name: "offsets", style: "offset", parameter: "skip" },
  { name: "numbers", style: "page", parameter: "page" },
];

const KINDS_OF_PAGES = [
  ["links", "link", "linkPages"],
  ["cursors", "cursor", "cursorPages"],
  ["offsets", "offset", "offsetPages"],
  ["numbers", "page", "numberedPages"],
] as const;

const cases: readonly Case[] = [
  { title: "nothing declared", code: [], argument: "" },
  { title: "a bearer token", auth: [BEARER], code: [], argument: "" },
  {
    title: "basic credentials",
    auth: [BASIC],
    code: ["createHeaderAuthenticator"],
    argument: ", { createAuthenticator: createHeaderAuthenticator }",
  },
  {
    title: "a header of its own",
    auth: [HEADER],
    code: ["followRedirects"],
    argument: ", { followRedirects }",
  },
  {
    title: "a query parameter",
    auth: [QUERY],
    code: ["createSchemeAuthenticator", "followRedirects"],
    argument: ", { createAuthenticator: createSchemeAuthenticator, followRedirects }",
  },
  {
    title: "two schemes",
    auth: [BEARER, HEADER],
    code: ["createHeaderAuthenticator", "followRedirects"],
    argument: ", { createAuthenticator: createHeaderAuthenticator, followRedirects }",
    schemeNames: '"bearer" | "key"',
  },
  ...KINDS_OF_PAGES.map(([rule, style, code]) => ({
    title: rule,
    lists: [rule],
    code: [code],
    argument: `, { routes: routeCatalog, pages: { ${style}: ${code} } }`,
  })),
  {
    title: "several kinds of lists",
    lists: ["cursors", "numbers"],
    code: ["cursorPages", "numberedPages"],
    argument: ", { routes: routeCatalog, pages: { cursor: cursorPages, page: numberedPages } }",
  },
];

describe("the client of a vendor with", () => {
  it.each(cases)(
    "$title",
    async ({ auth = [], lists = [], code, argument, schemeNames = "never" }) => {
      const sending = { auth, pagination: RULES };
      const vendor = { ...acme, runtime: "typewire-runtime", sending };
      const files = await generate(miniature({ vendor, routes: lists.map(createList) }));
      const text = compact(files.find(({ path }) => path === "client.ts")?.text ?? "");
      const imports = ["createClientFactory", "isResponseError as isError", ...code];
      const imported = imports.sort().join(", ");
      expect(text).toContain(compact(`import { ${imported} } from "typewire-runtime/client";`));
      const types = `Routes, RouteResponses, RouteLists, ${schemeNames}`;
      const call = `createClientFactory<${types}>(endpoint, clientCatalog${argument});`;
      expect(text).toContain(compact(call));
    },
  );
});

function createList(pagination: string): Route {
  return route(`GET /${pagination}`, {
    pagination,
    responses: [
      {
        status: "200",
        contentType: "application/json",
        schema: { type: "array", items: { type: "string" } },
      },
    ],
  });
}

/** Code without what a formatter adds: white space and trailing commas. */
function compact(code: string): string {
  return code.replace(/\s/g, "").replace(/,(?=[>)}])/g, "");
}

interface Case {
  readonly title: string;
  readonly auth?: readonly DeclaredScheme[];
  readonly lists?: readonly string[];
  /** Names that this client imports, and others do not. */
  readonly code: readonly string[];
  /** The third argument of `createClientFactory`, with the comma before it. */
  readonly argument: string;
  /** The type of the names that the options `auth` may have, if there are several. */
  readonly schemeNames?: string;
}
