/** Placeholders that have the name of an option: an option of a request is never their value. */
import { describe, expect, it } from "vitest";
import type {
  EndpointOptions,
  MergedOptions,
  UnknownParameters,
} from "../../src/request/endpoint/types.js";
import { errorOf } from "./error-of.js";
import { endpoint, untyped, base } from "./acme.js";

/** Each option by its name, with a value that no URL may show. */
const OPTIONS: readonly (readonly [name: string, parameters: object])[] = [
  ["method", {}],
  ["url", {}],
  ["baseUrl", { baseUrl: "https://secret.example" }],
  ["headers", { headers: { authorization: "token secret" } }],
  ["mediaType", { mediaType: { format: "secret" } }],
  ["request", { request: { secret: 1 } }],
  ["data", { data: "secret" }],
  ["__proto__", JSON.parse('{"__proto__": "secret"}') as object],
];

const REQUIRED = ["/x/{NAME}", "/x/:NAME", "/x/{+NAME}", "/x/{NAME*}", "/x/y{NAME}z"];
const OPTIONAL = ["{?NAME}", "{?NAME*}", "{/NAME}", "{.NAME}", "{;NAME*}", "{#NAME}", "?a{&NAME}"];

describe("placeholders that are named like options", () => {
  it.each(
    OPTIONS.flatMap(([name, parameters]) =>
      REQUIRED.map((url) => [url, name, parameters] as const),
    ),
  )("[A.12] [A.28] miss their value: %s of %s", (url, name, parameters) => {
    const builds = listBuilds(url.replace("NAME", name), { baseUrl: base, ...parameters });
    for (const build of builds)
      expect(errorOf(build)).toMatchObject({ code: "MISSING_PARAMETER", parameters: [name] });
  });

  it.each(
    OPTIONS.flatMap(([name, parameters]) =>
      OPTIONAL.map((expression) => [expression, name, parameters] as const),
    ),
  )("[A.12] [A.28] expand to nothing: %s of %s", (expression, name, parameters) => {
    const url = `/x${expression.replace("NAME", name)}`;
    for (const build of listBuilds(url, { baseUrl: base, ...parameters }))
      expect(build().url).toMatch(/^https:\/\/[a-z.]+\/x(?:\?a)?$/);
  });
});

/** Lists every way to build a request: by a route or by options, with defaults, merged, and parsed. */
function listBuilds(
  url: string,
  parameters: object,
): readonly (() => ReturnType<typeof endpoint>)[] {
  const defaults = endpoint.defaults(parameters as UnknownParameters);
  const route = `POST ${url}`;
  const options = { method: "POST", url, ...parameters } as EndpointOptions;
  return [
    () => untyped(route, parameters),
    () => untyped(options),
    () => defaults(route),
    () => endpoint.parse(endpoint.merge(route, parameters as never)), // the compiler asks for the placeholder
    () => endpoint.parse(endpoint.merge(options)),
    () => endpoint.parse(options as unknown as MergedOptions),
    () => defaults.parse(defaults.merge(route)),
  ];
}
