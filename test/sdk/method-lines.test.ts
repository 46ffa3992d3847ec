/** The text in which a catalog lists the methods of a resource. */
import { describe, expect, it } from "vitest";
import { sdkCatalog } from "../../generated/sdk-catalog.js";
import { readMethods, writeMethods } from "../../src/catalog/method-lines.js";

describe("the lines of a resource", () => {
  it.each([
    ["the same URL", ["GET /a/{b}", "PUT /a/{b}"], ["/a/{b}", " GET m0", " PUT m1"]],
    ["a longer URL", ["GET /a/{b}", "GET /a/{b}/c/d"], ["/a/{b}", " GET m0", "3/c/d", " GET m1"]],
    ["a shorter URL", ["GET /a/{b}/c", "GET /a/{b}"], ["/a/{b}/c", " GET m0", "3", " GET m1"]],
    ["a slash at the end", ["GET /a/b", "GET /a/"], ["/a/b", " GET m0", "2/", " GET m1"]],
    [
      "a name that begins alike",
      ["GET /ab/c", "GET /ab/cd"],
      ["/ab/c", " GET m0", "2/cd", " GET m1"],
    ],
    [
      "no common name",
      ["GET /a", "GET /b", "GET /"],
      ["/a", " GET m0", "/b", " GET m1", "/", " GET m2"],
    ],
    [
      "digits",
      ["GET /2/3", "GET /2/34", "GET /3"],
      ["/2/3", " GET m0", "2/34", " GET m1", "/3", " GET m2"],
    ],
    ["a space", ["GET /a b/c", "QUERY /a b/d e"], ["/a b/c", " GET m0", "2/d e", " QUERY m1"]],
    ["a method of its own", ["COPY /a/b", "COPY /a/c"], ["/a/b", " COPY m0", "2/c", " COPY m1"]],
    [
      "another URL between",
      ["GET /a", "GET /b", "PUT /a"],
      ["/a", " GET m0", "/b", " GET m1", "/a", " PUT m2"],
    ],
  ])("leave out what %s shares with the one before", (_, routes, written) => {
    const text = writeMethods(withNames(routes));
    expect(text.split("\n")).toEqual(written);
    expect(readMethods(text)).toEqual(withNames(routes));
  });

  it("keep marks, and take whole URLs that were written by hand", () => {
    const methods = [
      { marks: "?*", name: "list", route: "GET /things" },
      { marks: "!", name: "delete", route: "DELETE /things/{id}" },
    ];
    expect(readMethods("/things\n GET ?*list\n/things/{id}\n DELETE !delete")).toEqual(methods);
    expect(readMethods(writeMethods(methods))).toEqual(methods);
  });

  it("hold routes alone, where methods have no names", () => {
    const routes = ["GET /a/b", "PUT /a/b", "GET /a/c"].map((route) => ({
      marks: "",
      name: "",
      route,
    }));
    const text = writeMethods(routes);
    expect(text.split("\n")).toEqual(["/a/b", " GET", " PUT", "2/c", " GET"]);
    expect(readMethods(text)).toEqual(routes);
  });

  it("are empty for an empty text", () => {
    expect(readMethods("")).toEqual([]);
  });

  it("of the default client are the same after they are read and written", () => {
    for (const text of Object.values(sdkCatalog.resources))
      expect(writeMethods(readMethods(text))).toBe(text);
  });
});

/** Methods of these routes, with the names `m0`, `m1` and so on. */
function withNames(routes: readonly string[]) {
  return routes.map((route, index) => ({ marks: "", name: `m${index}`, route }));
}
