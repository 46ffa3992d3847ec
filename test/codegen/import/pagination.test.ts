/** Rules of pagination that an import finds. */
import { describe, expect, it } from "vitest";
import { importAlone, importInto } from "../../cases/codegen/import/describe.js";
import {
  linked,
  list,
  query,
  searched,
  describePaths,
  read,
  TEXT,
  NUMBER,
  FLAG,
  LIST,
  type Types,
} from "./client-facts.js";

const ruleOf = (operation: object, more: object = {}): unknown => {
  const { vendor } = read(importAlone(describePaths({ "GET /x": operation }, more)));
  const rules = Object.values((vendor["pagination"] ?? {}) as Record<string, object>);
  const [{ routes: _routes, ...rule } = { routes: undefined }] = rules as { routes?: unknown }[];
  return rules.length === 0 ? undefined : rule;
};

const allOf = (parameters: Types, schema: object, components: object) =>
  ruleOf(
    {
      parameters: query(parameters),
      responses: { 200: { content: { "application/json": { schema } } } },
    },
    { components: { schemas: components } },
  );

describe("pages", () => {
  it.each<readonly [what: string, operation: object, rule: object]>([
    ["a link", linked({}), { style: "link" }],
    ["a link in lowercase", linked({ page: NUMBER }, "link"), { style: "link" }],
    [
      "a cursor",
      list({ cursor: TEXT }, { next_cursor: { type: ["string", "null"] } }),
      { style: "cursor", parameter: "cursor", next: { body: "next_cursor" } },
    ],
    [
      "a cursor in an object",
      list(
        { cursor: TEXT },
        { meta: { type: "object", properties: { nextCursor: TEXT, hasMore: FLAG } } },
      ),
      {
        style: "cursor",
        parameter: "cursor",
        next: { body: "meta.nextCursor" },
        more: "meta.hasMore",
      },
    ],
    [
      "a token",
      list({ pageToken: TEXT }, { nextPageToken: TEXT }),
      { style: "cursor", parameter: "pageToken", next: { body: "nextPageToken" } },
    ],
    [
      "a parameter of the next page",
      list(
        { starting_after: TEXT },
        { pages: { properties: { next: { properties: { starting_after: TEXT } } } } },
      ),
      { style: "cursor", parameter: "starting_after", next: { body: "pages.next.starting_after" } },
    ],
    [
      "the last item",
      list({ starting_after: TEXT, ending_before: TEXT }, { has_more: FLAG }),
      { style: "cursor", parameter: "starting_after", next: { item: "id" }, more: "has_more" },
    ],
    [
      "the id of the last item",
      list({ after: TEXT }, { last_id: TEXT, first_id: TEXT, has_more: FLAG }),
      { style: "cursor", parameter: "after", next: { body: "last_id" }, more: "has_more" },
    ],
    [
      "one of several lists",
      list({ cursor: TEXT }, { next_cursor: TEXT, warnings: LIST }),
      { style: "cursor", parameter: "cursor", next: { body: "next_cursor" }, items: "data" },
    ],
    [
      "an offset",
      list({ offset: NUMBER, limit: NUMBER }, {}),
      { style: "offset", parameter: "offset" },
    ],
    [
      "the number of the next page",
      list(
        { page: NUMBER, per_page: NUMBER },
        { meta: { properties: { next_page: { type: ["integer", "null"] }, total_pages: NUMBER } } },
      ),
      { style: "cursor", parameter: "page", next: { body: "meta.next_page" } },
    ],
    [
      "the number of the next page, though the first is known",
      list({ page: { ...NUMBER, default: 1 } }, { nextPage: { ...NUMBER, nullable: true } }),
      { style: "cursor", parameter: "page", next: { body: "nextPage" } },
    ],
    [
      "a number from 1",
      list({ page: { ...NUMBER, default: 1 }, per_page: NUMBER }, {}),
      { style: "page", parameter: "page" },
    ],
    [
      "a number from 0",
      list({ "page[number]": { ...NUMBER, minimum: 0 }, "page[size]": NUMBER }, {}),
      { style: "page", parameter: "page[number]", first: 0 },
    ],
    [
      "an extension",
      list(
        { from: TEXT },
        { next: TEXT },
        {
          "x-speakeasy-pagination": {
            type: "cursor",
            inputs: [{ name: "from", in: "parameters", type: "cursor" }],
            outputs: { nextCursor: "$.next", results: "$.data" },
          },
        },
      ),
      { style: "cursor", parameter: "from", next: { body: "next" }, items: "data" },
    ],
    [
      "an extension that names the last item",
      list(
        { from: TEXT },
        {},
        {
          "x-speakeasy-pagination": {
            type: "cursor",
            inputs: [{ name: "from", in: "parameters", type: "cursor" }],
            outputs: { nextCursor: "$.data[-1].id", results: "$.data" },
          },
        },
      ),
      { style: "cursor", parameter: "from", next: { item: "id" }, items: "data" },
    ],
    [
      "an extension for numbers",
      list(
        { p: NUMBER },
        {},
        {
          "x-speakeasy-pagination": {
            type: "offsetLimit",
            inputs: [{ name: "p", in: "parameters", type: "page" }],
            outputs: { results: "$.data" },
          },
        },
      ),
      { style: "page", parameter: "p", items: "data" },
    ],
    [
      "another extension",
      list(
        { c: TEXT },
        { page: { properties: { next: TEXT } } },
        {
          "x-fern-pagination": {
            cursor: "$request.c",
            next_cursor: "$response.page.next",
            results: "$response.data",
          },
        },
      ),
      { style: "cursor", parameter: "c", next: { body: "page.next" }, items: "data" },
    ],
    [
      "another extension for offsets",
      list(
        { o: NUMBER },
        {},
        {
          "x-fern-pagination": {
            offset: "$request.o",
            step: "$request.limit",
            results: "$response.data",
          },
        },
      ),
      { style: "offset", parameter: "o", items: "data" },
    ],
  ])("are read from %s", (_, operation, rule) => expect(ruleOf(operation)).toEqual(rule));

  it("are read from an extension of the whole", () => {
    const root = { "x-fern-pagination": { offset: "$request.o", results: "$response.data" } };
    const rule = ruleOf(list({ o: NUMBER }, {}, { "x-fern-pagination": true }), root);
    expect(rule).toEqual({ style: "page", parameter: "o", items: "data" });
  });

  it.each<readonly [what: string, parameters: Types, properties: Types, rule: object]>([
    [
      "a token inside `next_page`",
      { offset: TEXT, limit: NUMBER },
      { next_page: { properties: { offset: TEXT, uri: TEXT } } },
      { style: "cursor", parameter: "offset", next: { body: "next_page.offset" } },
    ],
    [
      "`after` in `list_metadata`",
      { after: TEXT, before: TEXT },
      { list_metadata: { properties: { after: TEXT, before: TEXT } } },
      { style: "cursor", parameter: "after", next: { body: "list_metadata.after" } },
    ],
    [
      "`paging.cursors.after`",
      { after: TEXT },
      { paging: { properties: { cursors: { properties: { after: TEXT } } } } },
      { style: "cursor", parameter: "after", next: { body: "paging.cursors.after" } },
    ],
    [
      "`next_cursor` in `response_metadata`",
      { cursor: TEXT },
      { response_metadata: { properties: { next_cursor: TEXT } } },
      { style: "cursor", parameter: "cursor", next: { body: "response_metadata.next_cursor" } },
    ],
    [
      "a cursor of the same name, which the last page has not",
      { cursor: TEXT, limit: NUMBER },
      { cursor: TEXT },
      { style: "cursor", parameter: "cursor", next: { body: "cursor" } },
    ],
    [
      "an iterator that the last page has, too",
      { iterator: TEXT },
      { iterator: { type: ["string", "null"] }, prevIterator: TEXT, done: FLAG },
      { style: "cursor", parameter: "iterator", next: { body: "iterator" }, done: "done" },
    ],
    [
      "the last item, after which there are more",
      { after: TEXT, limit: NUMBER },
      { has_more: FLAG },
      { style: "cursor", parameter: "after", next: { item: "id" }, more: "has_more" },
    ],
    [
      "the address of the next page",
      { Page: NUMBER, PageToken: TEXT },
      { next_page_uri: { type: "string", format: "uri" }, previous_page_uri: TEXT },
      { style: "link", next: { body: "next_page_uri" } },
    ],
    [
      "page numbers with an address in the body",
      { page: { type: "integer", default: 1 }, page_size: NUMBER },
      { count: NUMBER, next: { type: ["string", "null"] }, previous: TEXT },
      { style: "page", parameter: "page", more: "next" },
    ],
    [
      "page numbers, and the number of all items",
      { pageNumber: { type: "integer", minimum: 0 }, pageSize: NUMBER },
      { totalElements: NUMBER, totalPages: NUMBER },
      { style: "page", parameter: "pageNumber", first: 0, total: "totalElements" },
    ],
    [
      "page numbers, and the number of all pages",
      { page: { type: "integer", default: 1 }, per_page: NUMBER },
      { meta: { properties: { last_page: NUMBER } } },
      { style: "page", parameter: "page", pages: "meta.last_page" },
    ],
    [
      "an offset, and a page of a known size",
      { offset: NUMBER, limit: { type: "integer", default: 20, maximum: 100 } },
      {},
      {
        style: "offset",
        parameter: "offset",
        size: { parameter: "limit", default: 20, maximum: 100 },
      },
    ],
    [
      "an offset, and a number of pages that says nothing of it",
      { offset: NUMBER, limit: NUMBER },
      { total_pages: NUMBER },
      { style: "offset", parameter: "offset" },
    ],
    [
      "an offset, and a total that is an amount",
      { offset: NUMBER, limit: NUMBER },
      { invoice: { properties: { total: NUMBER } } },
      { style: "offset", parameter: "offset" },
    ],
    [
      "an offset, and no end but an empty page",
      { offset: NUMBER, limit: { type: "integer", default: 20 } },
      { count: NUMBER },
      { style: "offset", parameter: "offset" },
    ],
  ])("are found by %s", (_, parameters, properties, rule) => {
    expect(ruleOf(list(parameters, properties))).toEqual(rule);
  });

  it("of a search are found by a cursor in its body", () => {
    const body = { properties: { query: { type: "object" }, cursor: TEXT } };
    const content = { "application/json": { schema: body } };
    const search = { ...list({}, { cursor: TEXT }), requestBody: { content } };
    const { vendor, routes } = read(importAlone(describePaths({ "POST /search": search })));
    expect(vendor["pagination"]).toEqual({
      cursors: { style: "cursor", parameter: "cursor", next: { body: "cursor" } },
    });
    expect(routes).toEqual({ "POST /search": "cursors" });
  });

  it("of a search are not found by numbers, which could be part of what is searched", () => {
    const pages = { page: { type: "integer", default: 1 }, per_page: NUMBER };
    const paths = { "GET /list": list(pages, {}), "POST /search": list(pages, {}) };
    const { routes, notes } = read(importAlone(describePaths(paths)));
    expect(routes).toEqual({});
    expect(notes).toContain("Lists in pages: 1 by the rule `pages` (page).");
  });

  it("are not read from an extension that names what the route does not have", () => {
    const extension = {
      cursor: "$request.c",
      next_cursor: "$response.next",
      results: "$response.data",
    };
    const operation = list({ c: TEXT }, { after: TEXT }, { "x-fern-pagination": extension });
    const { vendor, notes } = read(importAlone(describePaths({ "GET /x": operation })));
    expect(vendor).not.toHaveProperty("pagination");
    expect(notes.join("\n")).toContain(
      "`x-fern-pagination` that names what the route does not have",
    );
  });

  it("follow no rule that finds them and does not fit", () => {
    const fits = list({ cursor: TEXT }, { next_cursor: TEXT });
    const first = importAlone(describePaths({ "GET /x": fits })).texts;
    const both = { "GET /x": fits, "GET /y": list({ cursor: TEXT }, { rows: TEXT }) };
    const { routes } = read(importInto(first, describePaths(both)));
    expect(routes).toEqual({ "GET /y": false });
  });

  it("follow a rule with a mistake, which is reported", () => {
    const text = describePaths({ "GET /x": list({ cursor: TEXT }, { next_cursor: TEXT }) });
    const { texts } = importAlone(text);
    const vendor = (texts["vendor.yaml"] ?? "").replace("body: next_cursor", "body: next");
    const again = importInto({ ...texts, "vendor.yaml": vendor }, text);
    expect(() => read(again)).toThrow("The path is `next`, which is not in the page of `GET /x`");
  });

  it("are read through references and `allOf`", () => {
    const schema = {
      allOf: [{ $ref: "#/components/schemas/page" }, { properties: { rows: LIST } }],
    };
    const page = { properties: { next_cursor: { $ref: "#/components/schemas/text" } } };
    expect(allOf({ cursor: TEXT }, schema, { page, text: TEXT })).toEqual({
      style: "cursor",
      parameter: "cursor",
      next: { body: "next_cursor" },
      items: "rows",
    });
  });

  it.each<readonly [what: string, operation: object]>([
    ["no list", list({ cursor: TEXT }, { next_cursor: TEXT, data: TEXT })],
    [
      "two lists of other names",
      list({ cursor: TEXT }, { next_cursor: TEXT, data: TEXT, a: LIST, b: LIST }),
    ],
    [
      "a cursor that each page has, the last one too",
      searched(
        { cursor: TEXT },
        { type: "object", required: ["cursor"], properties: { data: LIST, cursor: TEXT } },
      ),
    ],
    ["two cursors", list({ cursor: TEXT, next_cursor: TEXT }, { next_cursor: TEXT })],
    [
      "two next cursors",
      list({ cursor: TEXT }, { next_cursor: TEXT, meta: { properties: { next_cursor: TEXT } } }),
    ],
    [
      "a next cursor that is an object",
      list({ cursor: TEXT }, { next_cursor: { type: "object" } }),
    ],
    [
      "a size under `next`",
      list({ per_page: NUMBER }, { next: { properties: { per_page: NUMBER } } }),
    ],
    ["a number of unknown beginning", list({ page: NUMBER, per_page: NUMBER }, {})],
    [
      "an address of the next page",
      list({ page: NUMBER, per_page: NUMBER }, { next_page: { type: ["string", "null"] } }),
    ],
    [
      "a next page that is always a number",
      list({ page: NUMBER, per_page: NUMBER }, { next_page: NUMBER }),
    ],
    [
      "a next page beside a cursor",
      list({ page: NUMBER, after: TEXT }, { next_page: { type: ["integer", "null"] } }),
    ],
    [
      "a number beside a cursor",
      list({ page: { ...NUMBER, default: 1 }, PageToken: TEXT, size: NUMBER }, {}),
    ],
    ["a number without size", list({ page: { ...NUMBER, default: 1 } }, {})],
    ["an offset from 1", list({ offset: { ...NUMBER, default: 1 }, limit: NUMBER }, {})],
    [
      "an extension for addresses",
      list({}, {}, { "x-speakeasy-pagination": { type: "url", outputs: { nextUrl: "$.next" } } }),
    ],
    [
      "an extension of nonsense",
      list({}, {}, { "x-fern-pagination": { cursor: 7, next_cursor: {} } }),
    ],
  ])("are not made up from %s", (_, operation) => expect(ruleOf(operation)).toBeUndefined());

  it.each([
    ["x-speakeasy-retries", { strategy: "none" }, "the client retries by its own rules"],
    ["x-fern-retries", { disabled: true }, "the client retries by its own rules"],
    ["x-speakeasy-pagination", { type: "url" }, "that the client cannot follow"],
  ])("come with a note of %s, which is not read", (key, value, note) => {
    const { notes } = importAlone(describePaths({ "GET /x": list({}, {}, { [key]: value }) }));
    expect(notes).toContainEqual(expect.stringMatching(`^Not imported: \`${key}\`.*${note}`));
    expect(notes.join()).not.toContain("Ignored");
  });

  it("are not counted as ignored where an extension is read", () => {
    const root = {
      "x-fern-pagination": { offset: "$request.o", results: "$response.data" },
      "x-fern-idempotency-headers": [{ header: "X-Once" }],
      "x-speakeasy-retries": { strategy: "backoff" },
    };
    const paths = { "GET /x": list({ o: NUMBER }, {}, { "x-fern-pagination": true }) };
    const { notes } = importAlone(describePaths(paths, root));
    expect(notes.join()).not.toContain("Ignored");
    expect(notes).toContainEqual(expect.stringMatching(/x-speakeasy-retries.*whole description/));
  });

  it("have a rule by parameters, where these tell them from all other lists", () => {
    const { vendor, routes } = read(
      importAlone(
        describePaths({
          "GET /a": linked({ page: NUMBER, sort: TEXT }),
          "GET /b": linked({ page: NUMBER }),
          "GET /c": list({ cursor: TEXT }, { next_cursor: TEXT }),
          "GET /d": list({ cursor: TEXT }, {}),
        }),
      ),
    );
    expect(vendor["pagination"]).toEqual({
      links: { style: "link", routes: { query: ["page"] } },
      cursors: { style: "cursor", parameter: "cursor", next: { body: "next_cursor" } },
    });
    expect(routes).toEqual({ "GET /c": "cursors" });
  });
});
