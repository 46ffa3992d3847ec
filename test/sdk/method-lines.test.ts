import { describe, expect, it } from "vitest";
import { sdkCatalog } from "../../generated/sdk-catalog.js";
import { readMethods, writeMethods } from "../../src/catalog/method-lines.js";

const listed = (routes: readonly string[]) =>
  routes.map((route, index) => ({ marks: "", name: `m${index}`, route }));

describe("the lines of a resource", () => {
  it.each([
    ["the same URL", ["GET /a/{b}", "PUT /a/{b}"], ["GET /a/{b}", "PUT 3"]],
    ["a longer URL", ["GET /a/{b}", "GET /a/{b}/c/d"], ["GET /a/{b}", "GET 3/c/d"]],
    ["a shorter URL", ["GET /a/{b}/c", "GET /a/{b}"], ["GET /a/{b}/c", "GET 3"]],
    ["a slash at the end", ["GET /a/b", "GET /a/"], ["GET /a/b", "GET 2/"]],
    ["a name that begins alike", ["GET /ab/c", "GET /ab/cd"], ["GET /ab/c", "GET 2/cd"]],
    ["no common name", ["GET /a", "GET /b", "GET /"], ["GET /a", "GET /b", "GET /"]],
    ["digits", ["GET /2/3", "GET /2/34", "GET /3"], ["GET /2/3", "GET 2/34", "GET /3"]],
    ["a space", ["GET /a b/c", "QUERY /a b/d e"], ["GET /a b/c", "QUERY 2/d e"]],
    ["a method of its own", ["COPY /a/b", "COPY /a/c"], ["COPY /a/b", "COPY 2/c"]],
  ])("leave out what %s shares with the one before", (_, routes, written) => {
    const text = writeMethods(listed(routes));
    expect(text.split("\n")).toEqual(written.map((line, index) => `m${index} ${line}`));
    expect(readMethods(text)).toEqual(listed(routes));
  });

  it("keep marks, and whole routes that are written by hand", () => {
    const methods = [
      { marks: "?*", name: "list", route: "GET /things" },
      { marks: "!", name: "delete", route: "DELETE /things/{id}" },
    ];
    expect(readMethods("?*list GET /things\n!delete DELETE /things/{id}")).toEqual(methods);
    expect(readMethods(writeMethods(methods))).toEqual(methods);
  });

  it("are none for no text", () => {
    expect(readMethods("")).toEqual([]);
  });

  it("are the same after they are read and written", () => {
    for (const text of Object.values(sdkCatalog.resources))
      expect(writeMethods(readMethods(text))).toBe(text);
  });
});
