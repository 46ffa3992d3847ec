/** Rules of pagination that an import reads from extensions of other tools. */
import { describe, expect, it } from "vitest";
import { importAlone } from "../../cases/codegen/import/describe.js";
import { describePaths, listWith, NUMBER, readFacts, ruleOf, TEXT } from "./client-facts.js";

describe("pages", () => {
  it.each<readonly [what: string, operation: object, rule: object]>([
    [
      "x-speakeasy-pagination",
      listWith(
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
      "x-speakeasy-pagination that names the last item",
      listWith(
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
      "x-speakeasy-pagination for numbers",
      listWith(
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
      "x-fern-pagination",
      listWith(
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
      "x-fern-pagination for offsets",
      listWith(
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

  it("are read from x-fern-pagination of the whole description", () => {
    const root = { "x-fern-pagination": { offset: "$request.o", results: "$response.data" } };
    const rule = ruleOf(listWith({ o: NUMBER }, {}, { "x-fern-pagination": true }), root);
    expect(rule).toEqual({ style: "page", parameter: "o", items: "data" });
  });

  it.each<readonly [what: string, operation: object]>([
    [
      "x-speakeasy-pagination for addresses",
      listWith(
        {},
        {},
        { "x-speakeasy-pagination": { type: "url", outputs: { nextUrl: "$.next" } } },
      ),
    ],
    [
      "x-fern-pagination with nonsense",
      listWith({}, {}, { "x-fern-pagination": { cursor: 7, next_cursor: {} } }),
    ],
  ])("are not made up from %s", (_, operation) => expect(ruleOf(operation)).toBeUndefined());

  it("are not read from an extension that names what the route does not have", () => {
    const extension = {
      cursor: "$request.c",
      next_cursor: "$response.next",
      results: "$response.data",
    };
    const operation = listWith({ c: TEXT }, { after: TEXT }, { "x-fern-pagination": extension });
    const { vendor, notes } = readFacts(importAlone(describePaths({ "GET /x": operation })));
    expect(vendor).not.toHaveProperty("pagination");
    expect(notes.join("\n")).toContain(
      "`x-fern-pagination` that names what the route does not have",
    );
  });

  it.each([
    ["x-speakeasy-retries", { strategy: "none" }, "the client retries by its own rules"],
    ["x-fern-retries", { disabled: true }, "the client retries by its own rules"],
    ["x-speakeasy-pagination", { type: "url" }, "that the client cannot follow"],
  ])("come with a note of %s, which is not read", (key, value, note) => {
    const { notes } = importAlone(describePaths({ "GET /x": listWith({}, {}, { [key]: value }) }));
    expect(notes).toContainEqual(expect.stringMatching(`^Not imported: \`${key}\`.*${note}`));
    expect(notes.join()).not.toContain("Ignored");
  });

  it("are not counted as ignored where an extension is read", () => {
    const root = {
      "x-fern-pagination": { offset: "$request.o", results: "$response.data" },
      "x-fern-idempotency-headers": [{ header: "X-Once" }],
      "x-speakeasy-retries": { strategy: "backoff" },
    };
    const paths = { "GET /x": listWith({ o: NUMBER }, {}, { "x-fern-pagination": true }) };
    const { notes } = importAlone(describePaths(paths, root));
    expect(notes.join()).not.toContain("Ignored");
    expect(notes).toContainEqual(expect.stringMatching(/x-speakeasy-retries.*whole description/));
  });
});
