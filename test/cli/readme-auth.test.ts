/** What the README of a made package says of credentials and of the address. */
import { describe, expect, it } from "vitest";
import { chooseExamples } from "../../cli/package/pages/examples.js";
import { printReadme } from "../../cli/package/pages/readme.js";
import { readSchema } from "../../codegen/read-schema.js";

const CASES: readonly (readonly [auth: string, call: string, text: string])[] = [
  ["", "createClient()", "resolves to its typed response. A status"],
  [
    "auth: { bearer: true }",
    "createClient({ auth: process.env.ACME_API_KEY })",
    "`auth` is a bearer token.",
  ],
  [
    "auth: { basic: true }",
    "createClient({ auth: `${process.env.ACME_USER}:${process.env.ACME_PASSWORD}` })",
    "`auth` is `<user>:<password>`, or `<key>:` where the service takes a key in place of both.",
  ],
  [
    "auth: { header: X-Api-Key }",
    "createClient({ auth: process.env.ACME_API_KEY })",
    "`auth` is the header `x-api-key`.",
  ],
  [
    "auth: { query: api`key }",
    "createClient({ auth: process.env.ACME_API_KEY })",
    "`auth` is the query parameter `` api`key ``.",
  ],
  [
    "auth: { oauth2: /t, scopes: { a: A, b: , c: , d: , e: , f: } }",
    "createClient({ auth: { clientId: process.env.ACME_CLIENT_ID, clientSecret: process.env.ACME_CLIENT_SECRET } })",
    "`auth` is `{ clientId, clientSecret }` or `{ refreshToken, save }` with a function that saves a new refresh token, or an access token.",
  ],
  [
    "auth: { oauth2: /t, flows: [refreshToken] }",
    "createClient({ auth: process.env.ACME_ACCESS_TOKEN })",
    "`auth` is `{ refreshToken, save }` with a function that saves a new refresh token, or an access token.",
  ],
  [
    "auth: { appKey: { header: X-App, with: [2fa] }, 2fa: { query: code }, user: { basic: true } }",
    'createClient({ auth: { appKey: process.env.ACME_APP_KEY, "2fa": process.env.ACME_2FA } })',
    "`auth` takes credentials by their names: `appKey` (the header `x-app`), `2fa` (the query parameter `code`), `user` (`<user>:<password>`, or `<key>:` where the service takes a key in place of both).",
  ],
  [
    "auth: { user: { basic: true }, token: { bearer: true } }",
    "createClient({ auth: `${process.env.ACME_USER}:${process.env.ACME_PASSWORD}` })",
    "`auth` is the first of these credentials, or an object with credentials by their names: `user` (`<user>:<password>`, or `<key>:` where the service takes a key in place of both), `token` (a bearer token).",
  ],
];

describe("the README of a made package", () => {
  it.each(CASES)("shows the credentials of `%s`", (auth, call, text) => {
    const page = printPage(auth);
    expect(page).toContain(`const client = ${call};`);
    expect(page).toContain(text);
  });

  it("says how the client signs in", () => {
    const page = printPage("auth: { oauth2: /t, scopes: { a: A, b: , c: , d: , e: , f: } }");
    expect(page).toContain("`scopes` are a list (`a`, `b`, `c`, `d`, `e`, of 6).");
    expect(page).toContain(
      "new Acme({ clientId: process.env.ACME_CLIENT_ID, clientSecret: process.env.ACME_CLIENT_SECRET })",
    );
    expect(printPage("auth: { bearer: true }")).not.toContain("OAuth");
  });

  it("shows the variables of the address", () => {
    const variables =
      "variables: { region: { default: eu, values: [eu, us] }, tenant: { default: acme } }";
    const page = printPage(variables, '"https://{tenant}.{region}.acme.example"').replace(
      /\s+/g,
      " ",
    );
    expect(page).toContain("`region` (by default `eu`, or `us`), `tenant` (by default `acme`).");
    expect(page).toContain(
      '`createClient({ defaults: { variables: { region: "eu", tenant: "acme" } } })` sets them',
    );
    expect(printPage("")).not.toContain("variables");
  });
});

/** Prints the README of a service with these keys of `vendor.yaml`. */
function printPage(vendorKeys: string, baseUrl = "https://api.acme.example"): string {
  const model = readSchema([
    { path: "vendor.yaml", text: `name: acme\ntitle: Acme\nbaseUrl: ${baseUrl}\n${vendorKeys}` },
    { path: "routes.yaml", text: "GET /x:\n  operation: x/get\n" },
  ]);
  const examples = chooseExamples(model);
  return printReadme({
    packageName: "acme-sdk",
    model,
    examples,
    has: () => true,
    project: { isPublished: true },
  });
}
