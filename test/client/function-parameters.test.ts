/** Parameters of functions, which are single values unless a function brings the code for lists. */
import { describe, expect, it } from "vitest";
import { compileListRoute } from "../../src/request/endpoint/route/function-routes.js";
import { defineReadMethod } from "../../src/request/sdk/methods.js";
import { errorOf } from "./error-of.js";
import { create, createAnswer, get, type Method } from "./functions.js";

describe("parameters of functions", () => {
  /** The function `get`, whose parameters may also be lists. */
  const getWithLists = defineReadMethod<Method>("GET /things/{id}", { compile: compileListRoute });
  const ADDRESS = "https://api.acme.example/things/";
  const SINGLE = "a string, number, bigint, boolean or Date";

  it.each<[parameters: object, url: string]>([
    [{ id: "a" }, "a"],
    [
      { id: 7, page: 2, since: new Date(0), all: true },
      "7?page=2&since=1970-01-01T00%3A00%3A00.000Z&all=true",
    ],
    [{ id: "ä/b", q: "x y", "a b": 1, left: null, out: undefined }, "%C3%A4%2Fb?q=x%20y&a%20b=1"],
    [{ id: "a", q: "" }, "a?q="],
  ])("[H.5] writes %j the same way whether they have lists or not", async (parameters, url) => {
    for (const method of [get, getWithLists]) {
      const { sent, answer } = createAnswer();
      await method(create({ fetch: answer }), parameters);
      expect(sent.map((request) => request.url)).toEqual([ADDRESS + url]);
    }
  });

  it.each<[parameters: object, message: string]>([
    [{ id: "a", q: [1, 2] }, `"q" of "GET /things/{id}" is an array; expected ${SINGLE}`],
    [{ id: ["a", "b"] }, `"id" of "GET /things/{id}" is an array; expected ${SINGLE}`],
    [{ id: "a", q: { b: 1 } }, `is an object; expected ${SINGLE}`],
    [{ id: "a", q: NaN }, "expected a finite number"],
    [{ id: "\ud800" }, "has a lone surrogate"],
    [{ id: null }, "Missing required parameter"],
    [{ id: "" }, "Missing required parameter"],
    [{ id: ".." }, '"id" would make a path segment'],
  ])("[H.5] refuses %j if they have no lists", async (parameters, message) => {
    const { sent, answer } = createAnswer();
    const error = await errorOf(get(create({ fetch: answer }), parameters));
    expect(error.message).toContain(message);
    expect(sent).toEqual([]);
  });

  it.each<[parameters: object, url: string]>([
    [{ id: "a", q: [1, 2] }, "a?q=1&q=2"],
    [{ id: ["a", "b"] }, "a,b"],
  ])("[H.5] writes %j if they have lists", async (parameters, url) => {
    const { sent, answer } = createAnswer();
    await getWithLists(create({ fetch: answer }), parameters);
    expect(sent.map((request) => request.url)).toEqual([ADDRESS + url]);
  });

  it.each<[parameters: object, message: string]>([
    [{ id: "a", q: { b: 1 } }, "expected a value or a list"],
    [{ id: "a", q: NaN }, "expected a finite number"],
    [{ id: "\ud800" }, "has a lone surrogate"],
    [{ id: null }, "Missing required parameter"],
    [{ id: "" }, "Missing required parameter"],
    [{ id: ".." }, '"id" would make a path segment'],
  ])("[H.5] refuses %j if they have lists, too", async (parameters, message) => {
    const { sent, answer } = createAnswer();
    const error = await errorOf(getWithLists(create({ fetch: answer }), parameters));
    expect(error.message).toContain(message);
    expect(sent).toEqual([]);
  });
});
