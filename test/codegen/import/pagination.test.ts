/** Rules of pagination that an import finds in parameters and responses. */
import { describe, expect, it } from "vitest";
import { importAlone, importInto } from "../../cases/codegen/import/describe.js";
import {
  describePaths,
  FLAG,
  LIST,
  listOf,
  listWith,
  listWithLink,
  NUMBER,
  readFacts,
  ruleOf,
  type Schemas,
  TEXT,
} from "./client-facts.js";

describe("pages", () => {
  it.each<readonly [what: string, operation: object, rule: object]>([
    ["a link", listWithLink({}), { style: "link" }],
    ["a link in lowercase", listWithLink({ page: NUMBER }, "link"), { style: "link" }],
    [
      "a cursor",
      listWith({ cursor: TEXT }, { next_cursor: { type: ["string", "null"] } }),
      { style: "cursor", parameter: "cursor", next: { body: "next_cursor" } },
    ],
    [
      "a cursor in an object",
      listWith(
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
      listWith({ pageToken: TEXT }, { nextPageToken: TEXT }),
      { style: "cursor", parameter: "pageToken", next: { body: "nextPageToken" } },
    ],
    [
      "a parameter of the next page",
      listWith(
        { starting_after: TEXT },
        { pages: { properties: { next: { properties: { starting_after: TEXT } } } } },
      ),
      { style: "cursor", parameter: "starting_after", next: { body: "pages.next.starting_after" } },
    ],
    [
      "the last item",
      listWith({ starting_after: TEXT, ending_before: TEXT }, { has_more: FLAG }),
      { style: "cursor", parameter: "starting_after", next: { item: "id" }, more: "has_more" },
    ],
    [
      "the id of the last item",
      listWith({ after: TEXT }, { last_id: TEXT, first_id: TEXT, has_more: FLAG }),
      { style: "cursor", parameter: "after", next: { body: "last_id" }, more: "has_more" },
    ],
    [
      "one of several lists",
      listWith({ cursor: TEXT }, { next_cursor: TEXT, warnings: LIST }),
      { style: "cursor", parameter: "cursor", next: { body: "next_cursor" }, items: "data" },
    ],
    [
      "an offset",
      listWith({ offset: NUMBER, limit: NUMBER }, {}),
      { style: "offset", parameter: "offset" },
    ],
    [
      "the number of the next page",
      listWith(
        { page: NUMBER, per_page: NUMBER },
        { meta: { properties: { next_page: { type: ["integer", "null"] }, total_pages: NUMBER } } },
      ),
      { style: "cursor", parameter: "page", next: { body: "meta.next_page" } },
    ],
    [
      "the number of the next page, though the first is known",
      listWith({ page: { ...NUMBER, default: 1 } }, { nextPage: { ...NUMBER, nullable: true } }),
      { style: "cursor", parameter: "page", next: { body: "nextPage" } },
    ],
    [
      "a number from 1",
      listWith({ page: { ...NUMBER, default: 1 }, per_page: NUMBER }, {}),
      { style: "page", parameter: "page" },
    ],
    [
      "a number from 0",
      listWith({ "page[number]": { ...NUMBER, minimum: 0 }, "page[size]": NUMBER }, {}),
      { style: "page", parameter: "page[number]", first: 0 },
    ],
  ])("are read from %s", (_, operation, rule) => expect(ruleOf(operation)).toEqual(rule));

  it.each<readonly [what: string, parameters: Schemas, properties: Schemas, rule: object]>([
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
    expect(ruleOf(listWith(parameters, properties))).toEqual(rule);
  });

  it("of a search are found by a cursor in its body", () => {
    const body = { properties: { query: { type: "object" }, cursor: TEXT } };
    const content = { "application/json": { schema: body } };
    const search = { ...listWith({}, { cursor: TEXT }), requestBody: { content } };
    const { vendor, rules } = readFacts(importAlone(describePaths({ "POST /search": search })));
    expect(vendor["pagination"]).toEqual({
      cursors: { style: "cursor", parameter: "cursor", next: { body: "cursor" } },
    });
    expect(rules).toEqual({ "POST /search": "cursors" });
  });

  it("of a search are not found by numbers, which could be part of what is searched", () => {
    const pages = { page: { type: "integer", default: 1 }, per_page: NUMBER };
    const paths = { "GET /list": listWith(pages, {}), "POST /search": listWith(pages, {}) };
    const { rules, notes } = readFacts(importAlone(describePaths(paths)));
    expect(rules).toEqual({});
    expect(notes).toContain("Lists in pages: 1 by the rule `pages` (page).");
  });

  it("follow no rule that finds them and does not fit", () => {
    const fits = listWith({ cursor: TEXT }, { next_cursor: TEXT });
    const first = importAlone(describePaths({ "GET /x": fits })).texts;
    const both = { "GET /x": fits, "GET /y": listWith({ cursor: TEXT }, { rows: TEXT }) };
    const { rules } = readFacts(importInto(first, describePaths(both)));
    expect(rules).toEqual({ "GET /y": false });
  });

  it("follow a rule with a mistake, which is reported", () => {
    const text = describePaths({ "GET /x": listWith({ cursor: TEXT }, { next_cursor: TEXT }) });
    const { texts } = importAlone(text);
    const vendor = (texts["vendor.yaml"] ?? "").replace("body: next_cursor", "body: next");
    const again = importInto({ ...texts, "vendor.yaml": vendor }, text);
    expect(() => readFacts(again)).toThrow(
      "The path is `next`, which is not in the page of `GET /x`",
    );
  });

  it("are read through references and `allOf`", () => {
    const schema = {
      allOf: [{ $ref: "#/components/schemas/page" }, { properties: { rows: LIST } }],
    };
    const page = { properties: { next_cursor: { $ref: "#/components/schemas/text" } } };
    const operation = listOf({ cursor: TEXT }, schema);
    const components = { schemas: { page, text: TEXT } };
    expect(ruleOf(operation, { components })).toEqual({
      style: "cursor",
      parameter: "cursor",
      next: { body: "next_cursor" },
      items: "rows",
    });
  });

  it.each<readonly [what: string, operation: object]>([
    ["no list", listWith({ cursor: TEXT }, { next_cursor: TEXT, data: TEXT })],
    [
      "two lists of other names",
      listWith({ cursor: TEXT }, { next_cursor: TEXT, data: TEXT, a: LIST, b: LIST }),
    ],
    [
      "a cursor that each page has, the last one too",
      listOf(
        { cursor: TEXT },
        { type: "object", required: ["cursor"], properties: { data: LIST, cursor: TEXT } },
      ),
    ],
    ["two cursors", listWith({ cursor: TEXT, next_cursor: TEXT }, { next_cursor: TEXT })],
    [
      "two next cursors",
      listWith(
        { cursor: TEXT },
        { next_cursor: TEXT, meta: { properties: { next_cursor: TEXT } } },
      ),
    ],
    [
      "a next cursor that is an object",
      listWith({ cursor: TEXT }, { next_cursor: { type: "object" } }),
    ],
    [
      "a size under `next`",
      listWith({ per_page: NUMBER }, { next: { properties: { per_page: NUMBER } } }),
    ],
    ["a number of unknown beginning", listWith({ page: NUMBER, per_page: NUMBER }, {})],
    [
      "an address of the next page",
      listWith({ page: NUMBER, per_page: NUMBER }, { next_page: { type: ["string", "null"] } }),
    ],
    [
      "a next page that is always a number",
      listWith({ page: NUMBER, per_page: NUMBER }, { next_page: NUMBER }),
    ],
    [
      "a next page beside a cursor",
      listWith({ page: NUMBER, after: TEXT }, { next_page: { type: ["integer", "null"] } }),
    ],
    [
      "a number beside a cursor",
      listWith({ page: { ...NUMBER, default: 1 }, PageToken: TEXT, size: NUMBER }, {}),
    ],
    ["a number without size", listWith({ page: { ...NUMBER, default: 1 } }, {})],
    ["an offset from 1", listWith({ offset: { ...NUMBER, default: 1 }, limit: NUMBER }, {})],
  ])("are not made up from %s", (_, operation) => expect(ruleOf(operation)).toBeUndefined());

  it("have a rule by parameters, where these tell them from all other lists", () => {
    const { vendor, rules } = readFacts(
      importAlone(
        describePaths({
          "GET /a": listWithLink({ page: NUMBER, sort: TEXT }),
          "GET /b": listWithLink({ page: NUMBER }),
          "GET /c": listWith({ cursor: TEXT }, { next_cursor: TEXT }),
          "GET /d": listWith({ cursor: TEXT }, {}),
        }),
      ),
    );
    expect(vendor["pagination"]).toEqual({
      links: { style: "link", routes: { query: ["page"] } },
      cursors: { style: "cursor", parameter: "cursor", next: { body: "next_cursor" } },
    });
    expect(rules).toEqual({ "GET /c": "cursors" });
  });
});
