/** Hostile values: none changes the scheme, the host or the port of a URL. */
import { describe, expect, it } from "vitest";
import { errorOf } from "../../endpoint/error-of.js";
import { base, endpoint } from "./builder.js";

const hostile = [
  "//evil.example",
  "///evil.example",
  "\\\\evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "https://evil.example",
  "http:evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "file:///etc",
  "@evil.example",
  "user:pass@evil.example",
  ":8080",
  ":80/@evil.example",
  ".evil.example",
  "\t//evil.example",
  "\n//evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "\r\n//evil.example",
  "/%2Fevil.example",
  "%2F%2Fevil.example",
  "?@evil.example",
  "#@evil.example",
  "／／evil.example",
  "//evil.example\\@api",
  "[::1]",
  "／evil",
  "\u2028//evil.example",
  " //evil.example",
  "",
];

const templates = [
  "GET /x/{v}",
  "GET /x/{+v}",
  "GET /{v}",
  "GET /{+v}",
  "GET {v}",
  "GET {+v}",
  "GET {/v}",
  "GET {/v*}",
  "GET {/v,w}",
  "GET {.v}",
  "GET {;v}",
  "GET {?v}",
  "GET {#v}",
  "GET /x{v}",
  "GET /x{+v}",
  "GET x{+v}",
  "GET :v",
  "GET /:v",
  "GET {w}{+v}",
  "GET {/w}{+v}",
  "GET /shops/{v}/files/{v}",
];

describe("endpoint: scheme, host and port", () => {
  it.each(templates)("%s with hostile values", (route) => {
    for (const v of hostile) {
      expectHost(route, { v }, base);
      expectHost(route, { v: [v] }, base);
      expectHost(route, { v: ["", v] }, base);
      expectHost(route, { v, w: "" }, base);
      expectHost(route, { v: [v, v], w: "/" }, base);
    }
  });

  it.each([
    "{/v}",
    "{/w}{v}",
    "{/w}{+v}",
    "{?w}{v}",
    "{?w}{+v}",
    "{#w}{+v}",
    "{?v}",
    "{#v}",
    "{/w*}{.v}",
    "{/w}{;v}",
    "/{v}",
    "/{+v}",
    "{/w}{/v}",
    "?q={+v}",
    "#{+v}",
    "{/w}:v",
    "{?w}@{v}",
  ])("https://up.example:8443%s with hostile values", (rest) => {
    for (const v of hostile) {
      expectHost(`GET https://up.example:8443${rest}`, { v }, "https://up.example:8443");
      expectHost(`GET https://up.example:8443${rest}`, { v, w: [] }, "https://up.example:8443");
    }
  });

  it.each([
    ["GET https://up.example{/a}{b}", { b: ".evil.example" }],
    ["GET https://up.example{/a}{+b}", { b: "@evil.example/" }],
    ["GET https://up.example{?a}:8080/x", {}],
    ["GET https://up.example{/a}{+b}", { b: ":1@evil.example" }],
  ])("%s does not extend the host when its first expression is empty", (route, parameters) => {
    expect(errorOf(() => endpoint(route, parameters)).code).toBe("UNSAFE_PATH");
  });

  it.each([
    "GET https://{host}/x",
    "GET https://up.example{host}/x",
    "GET https://up.example:{port}/x",
    "GET https://{+host}",
    "GET https://up.example{.tld}/x",
    "GET https://{user}@up.example/x",
    "GET //evil.example/x",
    "GET ///evil.example",
    "GET ftp://evil.example/x",
    "GET javascript:alert(1)",
    "GET file:///etc/passwd",
    "GET https:///x",
    "GET https://",
    "GET https:evil.example",
    "GET FTP://evil.example",
    "GET JavaScript:alert(1)",
    "GET https:/x",
    "GET https://a b/x",
    "GET https://up.example\\@evil.example/x",
    "GET https://up.example:99999/x",
    "GET https://[::1/x",
    "GET \\\\evil.example",
    "GET /\\evil.example",
    "GET /\t/evil.example",
    "GET /x\r\nhost: evil",
    "GET https://up.ex\tample/x",
    "GET https://up.ex\u0000ample/x",
  ])("the route %j is refused", (route) => {
    const { code } = errorOf(() =>
      endpoint(route, { host: "evil.example", port: 1, tld: "x", user: "u" }),
    );
    expect(["INVALID_URL", "INVALID_TEMPLATE", "UNSAFE_PATH"]).toContain(code);
  });

  it.each([
    "//evil.example",
    "ftp://evil.example",
    "javascript:x",
    "",
    "evil.example",
    "https://",
    "https:///x",
    "https://a.example?x",
    "https://a.example#x",
    "https://a.example\\x",
    "https://a\t.example",
    "https://a.example\n",
    "https://a.example/\ud800",
    7,
    {},
    [],
    Symbol("s"),
    () => "x",
  ])("the base address %o is refused", (baseUrl) => {
    expect(errorOf(() => endpoint("GET /x", { baseUrl })).code).toBe("INVALID_OPTION");
  });

  it("null in place of the base address means the default one", () => {
    expect(endpoint("GET /x", { baseUrl: null }).url).toBe(`${base}/x`);
  });
});

/** Expects that a call is refused, or that its URL has this host and no credentials. */
function expectHost(route: string, parameters: object, host: string): void {
  let url: URL;
  try {
    url = new URL(endpoint(route, parameters).url);
  } catch (error) {
    expect(error).toMatchObject({ name: "EndpointError" });
    return;
  }
  expect(url.origin).toBe(host);
  expect(url.username + url.password).toBe("");
}
