/** Rules of pagination and headers at the next import. */
import { describe, expect, it } from "vitest";
import { importAlone, importInto } from "../../cases/codegen/import/describe.js";
import { describePaths, listWith, listWithLink, NUMBER, TEXT } from "./client-facts.js";

describe("the next import", () => {
  const text = describePaths({
    "GET /a": listWithLink({ page: NUMBER }),
    "GET /b": {
      ...listWithLink({}),
      responses: { ...listWithLink({}).responses, 404: { headers: { "X-Request-Id": {} } } },
    },
    "GET /c": listWith({ cursor: TEXT }, { next_cursor: TEXT }),
    "GET /d": listWith({ cursor: TEXT }, {}),
  });

  it("changes nothing", () => {
    const { texts } = importAlone(text);
    const again = importInto(texts, text);
    expect(again.texts).toEqual(texts);
    expect(again.notes).toEqual([]);
  });

  it("keeps what was edited and does not bring back what was taken out", () => {
    const { texts } = importAlone(text);
    // The import writes:
    //   requestId: X-Request-Id
    //
    //   pagination:
    //     links: { style: link }
    //     cursors: { style: cursor, parameter: cursor, next: { body: next_cursor } }
    const vendor = edit(texts["vendor.yaml"], [
      { from: "\nrequestId: X-Request-Id\n", to: "" },
      { from: "  links: { style: link }\n", to: "  walk: { style: link }\n" },
      {
        from: "  cursors: { style: cursor, parameter: cursor, next: { body: next_cursor } }\n",
        to: "",
      },
    ]);
    // The import has `pagination` after the method of three routes.
    const routes = edit(texts["routes.yaml"], [
      {
        from: "  method: a.list\n  pagination: links\n",
        to: "  method: a.list\n  pagination: walk\n",
      },
      {
        from: "  method: b.list\n  pagination: links\n",
        to: "  method: b.list\n  pagination: false\n",
      },
      { from: "  method: c.list\n  pagination: cursors\n", to: "  method: c.list\n" },
    ]);
    const present = { ...texts, "vendor.yaml": vendor, "routes.yaml": routes };
    expect(routes.match(/pagination: \w+/g)).toEqual(["pagination: walk", "pagination: false"]);
    expect(importInto(present, text).texts).toEqual(present);
  });
});

/** A YAML text after changes, each of a part that it has once. */
function edit(
  yaml: string | undefined,
  changes: readonly { readonly from: string; readonly to: string }[],
): string {
  return changes.reduce((text, { from, to }) => {
    const [before, after, ...others] = text.split(from);
    if (before === undefined || after === undefined || others.length > 0) {
      throw new Error(`Expected "${from}" once in:\n${text}`);
    }
    return before + to + after;
  }, yaml ?? "");
}
