/** The table of how routes differ from plain ones. */
import { transform } from "esbuild";
import { describe, expect, it } from "vitest";
import type { Route } from "../../codegen/model/model.js";
import { parameter, route } from "../cases/codegen/emit/miniature.js";
import { emitted } from "./emitted.js";

describe("route-exceptions.ts", () => {
  it("is empty for routes that are expanded as they are documented", async () => {
    const parameters = [parameter("path", "id"), parameter("query", "q")];
    expect(await exceptionsOf([route("GET /things/{id}", { parameters })])).toEqual({});
  });

  it("[A.13] has one row for the methods of a URL that differ alike", async () => {
    const parameters = [parameter("path", "path", { multiSegment: true })];
    const routes = ["GET", "PUT"].map((method) => route(`${method} /a/{path}`, { parameters }));
    expect(await emitted("route-exceptions.ts", { routes })).toContain('["GET PUT", "/a/{*path}"]');
    const exception = { multiSegment: ["path"] };
    expect(await exceptionsOf(routes)).toEqual({
      "GET /a/{path}": exception,
      "PUT /a/{path}": exception,
    });
  });

  it.each<[rule: string, key: string, parts: Parameters<typeof route>[1], expected: object]>([
    [
      "[A.13] declares query parameters beside a body",
      "DELETE /caches",
      { parameters: [parameter("query", "key"), parameter("query", "ref")] },
      { template: "/caches{?key,ref}" },
    ],
    [
      "[A.13] continues a query",
      "POST /caches?a=1",
      { parameters: [parameter("query", "key")] },
      { template: "/caches?a=1{&key}" },
    ],
    [
      "[A.13] repeats the key of a list",
      "POST /caches",
      { parameters: [parameter("query", "ids", { schema: { type: "array" } })] },
      { template: "/caches{?ids*}" },
    ],
    [
      "[A.13] joins a list by commas where it says so",
      "POST /caches",
      { parameters: [parameter("query", "ids", { schema: { type: "array" }, style: "comma" })] },
      { query: { ids: "comma" } },
    ],
    [
      "[A.13] gives a server of its own",
      "POST /upload",
      { server: "https://up.acme.example/", parameters: [parameter("query", "name")] },
      { template: "https://up.acme.example/upload{?name}" },
    ],
    [
      "[A.13] names parameters of several segments",
      "GET /files/{path}",
      { parameters: [parameter("path", "path", { multiSegment: true })] },
      { multiSegment: ["path"] },
    ],
    [
      "[A.13] names styles",
      "GET /things",
      {
        parameters: [
          parameter("query", "a", { style: "comma" }),
          parameter("query", "__proto__", { style: "brackets" }),
        ],
      },
      { query: { a: "comma", ["__proto__"]: "brackets" } },
    ],
  ])("%s", async (_, key, parts, expected) => {
    expect(await exceptionsOf([route(key, parts)])).toEqual({ [key]: expected });
  });
});

/** Runs the table as a client does: it is packed, and expands itself. */
async function exceptionsOf(routes: readonly Route[]): Promise<unknown> {
  const text = await emitted("route-exceptions.ts", { routes });
  const { code } = await transform(text, { loader: "ts" });
  // An address that holds the module itself needs no file, because the module imports nothing.
  const module: unknown = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return (module as { expandRouteExceptions(): unknown }).expandRouteExceptions(); // its one export
}
