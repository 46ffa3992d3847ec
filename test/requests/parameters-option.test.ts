/** The option `parameters`: it holds the parameters of a route whose names are those of options. */
import { describe, expect, it } from "vitest";
import { errorOf } from "../endpoint/error-of.js";
import { builderOf } from "./builder.js";

describe("the option parameters", () => {
  const endpoint = builderOf({
    "POST /hooks/{url}": {
      template: "/hooks/{parameters.url}",
      query: { method: "repeat" },
      headers: { request: "simple" },
      cookies: { baseUrl: "form" },
      named: ["url", "method", "request", "baseUrl"],
    },
  });

  it("[A.33] holds every name that is an option's", () => {
    const parameters = { url: "a/b", method: "x", request: "r", baseUrl: "c" };
    const { url, headers, body } = endpoint("POST /hooks/{url}", {
      parameters,
      title: "t",
      request: { hook: 1 },
      baseUrl: "https://other.example",
    });
    expect(url).toBe("https://other.example/hooks/a%2Fb?method=x");
    expect(headers).toMatchObject({ request: "r", cookie: "baseUrl=c" });
    expect(body).toEqual({ title: "t" });
  });

  it.each([
    {
      title: "is missing",
      parameters: { method: 1 },
      code: "MISSING_PARAMETER",
      name: "parameters.url",
    },
    { title: "is unknown", parameters: { x: 1 }, code: "INVALID_OPTION", name: "parameters.x" },
    { title: "is no object", parameters: "x", code: "INVALID_OPTION", name: "parameters" },
  ])("[A.33] tells the name where one $title", ({ parameters, code, name }) => {
    const error = errorOf(() => endpoint("POST /hooks/{url}", { parameters }));
    expect([error.code, error.parameters]).toEqual([code, [name]]);
  });

  it("[A.33] is a parameter on other routes", () => {
    expect(endpoint("POST /x", { parameters: { url: 1 } }).body).toEqual({
      parameters: { url: 1 },
    });
  });
});
