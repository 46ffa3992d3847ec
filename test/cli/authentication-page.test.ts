/** The page about credentials on the site of a package. */
import { expect, it } from "vitest";
import { describeAuthentication } from "../../cli/docs/authentication-page.js";
import { readSchema } from "../../codegen/read-schema.js";

it.each<[auth: string, texts: readonly string[]]>([
  [
    "auth: { bearer: true }",
    [
      "Acme takes one kind of credential.",
      "const acme = new Acme();",
      "new Acme({ apiKey: process.env.ACME_API_KEY })",
      "| `bearer` | the header `authorization: Bearer …` | `apiKey` | `ACME_API_KEY` |",
    ],
  ],
  ["auth: { basic: true }", ["| `basic` | user name and password (HTTP Basic) | "]],
  ["auth: { query: api_key }", ["the query parameter `api_key`"]],
  [
    "auth: { token: { bearer: true }, key: { header: X-Key } }",
    ["Acme takes 2 kinds of credentials.", "| `token` |", "the header `x-key: …`"],
  ],
  [
    "auth: { oauth2: https://a.example/token, flows: [clientCredentials], scopes: { read: Read *all*. } }",
    [
      "## Tokens of OAuth 2",
      "process.env.ACME_CLIENT_ID",
      "process.env.ACME_CLIENT_SECRET",
      "| `read` | Read *all*. |",
    ],
  ],
  [
    "auth: { oauth2: https://a.example/token, flows: [refreshToken] }",
    ["createClient({ auth: { refreshToken: await read(), save } })"],
  ],
])("explains %s", (auth, texts) => {
  const page = printPage(auth);
  for (const text of texts) expect(page).toContain(text);
});

it("is left out where a service takes no credential", () => {
  expect(printPage("")).toBe("");
});

/** Prints the page of a service with these credentials; empty if there is none. */
function printPage(auth: string): string {
  const model = readSchema([
    { path: "vendor.yaml", text: `name: acme\ntitle: Acme\nbaseUrl: https://a.example\n${auth}\n` },
    { path: "routes.yaml", text: "GET /x:\n  operation: x/get\n" },
  ]);
  return describeAuthentication("acme-sdk", model)
    .map(({ body }) => body)
    .join("");
}
