/** Calls that throw: the code, the parameters and the message of each error. */
import { describe, expect, it } from "vitest";
import { failures } from "../cases/endpoint/failures.js";
import { errorOf } from "./error-of.js";
import { endpoint, untyped } from "./acme.js";

describe("failures", () => {
  it.each(failures)("[A.15] %s is an error", (_title, route, options, code, parameters) => {
    const error = errorOf(() => untyped(route, options));
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toMatchObject({ code, parameters });
    expect(error.name).toBe("EndpointError");
    if (typeof route === "string")
      expect(error.route.endsWith(route.replace(/^.* /, ""))).toBe(true);
  });

  it("[A.5] names the route and the parameters in the message", () => {
    expect(() => untyped("GET /a/{b}/{c}")).toThrow(
      'Missing required parameters of "GET /a/{b}/{c}": "b", "c".',
    );
  });

  it("[A.6] names the route and the parameters of an unsafe path in the message", () => {
    expect(() => untyped("GET /a/{b}{c}/{d}", { b: ".", c: ".", d: "." })).toThrow(
      'The URL of "GET /a/{b}{c}/{d}" is unsafe: "b", "c", "d" would make a path segment "." or "..".',
    );
    expect(() => untyped("GET {+a}{+b}", { a: "e", b: "vil.example" })).toThrow(
      'The URL of "GET {+a}{+b}" is unsafe: "a" would make a path that may be read as a host.',
    );
  });

  it.each([
    ["GET /x/{a", "{a"],
    ["/x/{a", "{a"],
    ["patch   x/{a}}y", "}y"],
    ["POST /:b/{a", "{a"],
    ["GET https://a.example:80/x/{a", "{a"],
    ["PUT https://a.example/:b/%z", "%z"],
    [{ method: "put", url: "/x|y" }, "|y"],
  ])("[A.4] %j: the position in the message counts in the text that it quotes", (route, rest) => {
    const { message } = errorOf(() => untyped(route));
    const [, quoted = "", position] = /"(.*)", at position (\d+):/.exec(message) ?? [];
    expect(quoted.slice(Number(position))).toBe(rest);
  });

  it.each<[unknown, string]>([
    ["/x/{a}", "GET /x/{a}"],
    ["get   x/:a", "GET x/:a"],
    ["Post https://a.example/{a}", "POST https://a.example/{a}"],
    [{ method: "put", url: "/x/{a}" }, "PUT /x/{a}"],
    [{ url: "/x/{a}" }, "GET /x/{a}"],
  ])("[A.15] calls the route of %j %s", (route, name) => {
    expect(errorOf(() => untyped(route)).route).toBe(name);
  });

  it.each([
    ["/x/{a}", "GET /x/{a}"],
    ["get   x/:a", "GET x/:a"],
  ])("[A.15] [A.25] merge() calls the route %j %s", (route, name) => {
    const { merge } = endpoint as unknown as { merge(route: string, options: unknown): object };
    expect(errorOf(() => merge(route, { mediaType: 1 })).route).toBe(name);
  });

  it.each([
    [{ method: "PUT", url: "/x/{a}" }, "PUT /x/{a}"],
    [{ url: "/x/{a}" }, "GET /x/{a}"],
    [{ method: "PUT" }, "PUT "],
  ])("[A.15] [A.25] merge() calls the route of %j %j", (route, name) => {
    const { merge } = endpoint as unknown as { merge(options: object): object };
    expect(errorOf(() => merge({ ...route, mediaType: 1 })).route).toBe(name);
  });

  it("[A.6] [A.12] refuses a body that contains itself", () => {
    const cycle: Record<string, unknown> = {};
    cycle["self"] = [cycle];
    expect(errorOf(() => endpoint("POST /x", { cycle })).parameters).toEqual(["cycle"]);
    class Node {
      readonly self = this;
    }
    expect(errorOf(() => endpoint("POST /x", { node: new Node() })).parameters).toEqual(["node"]);
  });
});
