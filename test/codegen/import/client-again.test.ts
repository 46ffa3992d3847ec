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
    const vendor = (texts["vendor.yaml"] ?? "")
      .replace(/\nrequestId: .*\n/, "")
      .replace("  links: { style: link }", "  walk: { style: link }")
      .replace(/ {2}cursors: .*\n/, "");
    const routes = (texts["routes.yaml"] ?? "")
      .replace("pagination: links", "pagination: walk")
      .replace("pagination: links", "pagination: false")
      .replace("  pagination: cursors\n", "");
    const present = { ...texts, "vendor.yaml": vendor, "routes.yaml": routes };
    expect(routes.match(/pagination: \w+/g)).toEqual(["pagination: walk", "pagination: false"]);
    expect(importInto(present, text).texts).toEqual(present);
  });
});
