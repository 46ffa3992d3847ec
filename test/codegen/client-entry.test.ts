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

const list = (pagination: string): Route =>
  route(`GET /${pagination}`, {
    pagination,
    responses: [
      {
        status: "200",
        contentType: "application/json",
        schema: { type: "array", items: { type: "string" } },
      },
    ],
  });

const simple = { names: "never" };
const cases: readonly Case[] = [
  { title: "nothing declared", code: [], argument: "", ...simple },
  { title: "a bearer token", auth: [BEARER], code: [], argument: "", ...simple },
  {
    title: "basic credentials",
    auth: [BASIC],
    code: ["createHeaderAuthenticator"],
    argument: ", { createAuthenticator: createHeaderAuthenticator }",
    ...simple,
  },
  {
    title: "a header of its own",
    auth: [HEADER],
    code: ["followRedirects"],
    argument: ", { followRedirects }",
    ...simple,
  },
  {
    title: "a query parameter",
    auth: [QUERY],
    code: ["createSchemeAuthenticator", "followRedirects"],
    argument: ", { createAuthenticator: createSchemeAuthenticator, followRedirects }",
    ...simple,
  },
  {
    title: "two schemes",
    auth: [BEARER, HEADER],
    code: ["createHeaderAuthenticator", "followRedirects"],
    argument: ", { createAuthenticator: createHeaderAuthenticator, followRedirects }",
    names: '"bearer" | "key"',
  },
  ...(
    [
      ["links", "link", "linkPages"],
      ["cursors", "cursor", "cursorPages"],
      ["offsets", "offset", "offsetPages"],
      ["numbers", "page", "numberedPages"],
    ] as const
  ).map(([rule, style, code]) => ({
    title: rule,
    lists: [rule],
    code: [code],
    ...simple,
    argument: `, { routes: routeCatalog, pages: { ${style}: ${code} } }`,
  })),
  {
    title: "several kinds of lists",
    lists: ["cursors", "numbers"],
    code: ["cursorPages", "numberedPages"],
    argument: ", { routes: routeCatalog, pages: { cursor: cursorPages, page: numberedPages } }",
    ...simple,
  },
];

describe("the client of a vendor with", () => {
  it.each(cases)("$title", async ({ auth = [], lists = [], code, argument, names }) => {
    const sending = { auth, pagination: RULES };
    const vendor = { ...acme, runtime: "typewire-runtime", sending };
    const files = await generate(miniature({ vendor, routes: lists.map(list) }));
    const text = compact(files.find(({ path }) => path === "client.ts")?.text ?? "");
    const used = ["createClientFactory", "isResponseError as isError", ...code];
    const imported = used.sort().join(", ");
    expect(text).toContain(compact(`import { ${imported} } from "typewire-runtime/client";`));
    const types = `Routes, RouteResponses, RouteLists, ${names}`;
    const call = `createClientFactory<${types}>(endpoint, clientCatalog${argument});`;
    expect(text).toContain(compact(call));
  });
});

/** However it is formatted. */
function compact(code: string): string {
  return code.replace(/\s/g, "").replace(/,(?=[>)}])/g, "");
}

interface Case {
  readonly title: string;
  readonly auth?: readonly DeclaredScheme[];
  readonly lists?: readonly string[];
  /** The imports that not every client has. */
  readonly code: readonly string[];
  readonly argument: string;
  readonly names: string;
}
