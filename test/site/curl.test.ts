/** Requests as command lines of curl: quoting, credentials, bodies. `curl.long.test.ts` runs some. */
import { describe, expect, it } from "vitest";
import { readSchema } from "../../codegen/read-schema.js";
import { printCurl, type SampleRequest } from "../../codegen/site/curl.js";

const BEARER = `-H "authorization: Bearer $ACME_API_KEY"`;
const URL = "https://a.example/x";

describe("a command of curl", () => {
  it.each<[what: string, auth: string, lines: readonly string[]]>([
    ["a bearer token", "auth: { bearer: true }", [`curl '${URL}'`, BEARER]],
    ["a user and a password", "auth: { basic: true }", [`curl '${URL}'`, '-u "$ACME_API_KEY"']],
    [
      "a header",
      "auth: { header: X-Key }",
      [`curl '${URL}'`, expect.stringMatching(/^-H "x-key: \$ACME_\w+"$/) as string],
    ],
    [
      "a parameter of the query",
      "auth: { query: api key }",
      [expect.stringMatching(/^curl "https:\/\/a\.example\/x\?api%20key=\$ACME_\w+"$/) as string],
    ],
  ])("takes %s from the environment", async (_, auth, lines) => {
    expect(await print({}, auth)).toEqual(lines);
  });

  const json = { "content-type": "application/json; charset=utf-8", accept: "application/json" };
  const form = { "content-type": "application/x-www-form-urlencoded" };
  it.each<[what: string, request: Partial<SampleRequest>, lines: readonly string[]]>([
    ["no body", { method: "DELETE" }, [`curl -X DELETE '${URL}'`]],
    ["no body in the answer either", { method: "HEAD" }, [`curl --head '${URL}'`]],
    [
      "JSON",
      { method: "POST", headers: json, body: { a: "it's" } },
      [
        `curl -X POST '${URL}'`,
        "-H 'content-type: application/json'",
        `-d '{\n  "a": "it'\\''s"\n}'`,
      ],
    ],
    [
      "a text as JSON",
      { method: "POST", headers: json, body: "@x" },
      [`curl -X POST '${URL}'`, "-H 'content-type: application/json'", `-d '"@x"'`],
    ],
    [
      "a form",
      { method: "POST", headers: form, body: "a=1&b=%40+%27" },
      [`curl -X POST '${URL}'`, "-d 'a=1'", "-d 'b=%40+%27'"],
    ],
    [
      "text",
      { method: "POST", headers: { "content-type": "text/plain" }, body: "@home" },
      [`curl -X POST '${URL}'`, "-H 'content-type: text/plain'", "--data-raw '@home'"],
    ],
    [
      "a file",
      { method: "PUT", headers: { "content-type": "image/png" }, body: new Blob(["x"]) },
      [`curl -X PUT '${URL}'`, "-H 'content-type: image/png'", "--data-binary @file"],
    ],
    ["brackets", { url: `${URL}?a[]=1` }, [`curl --globoff '${URL}?a[]=1'`]],
  ])("sends %s", async (_, request, lines) => {
    expect((await print(request)).filter((line) => line !== BEARER)).toEqual(lines);
  });

  it("sends the parts of a form with files", async () => {
    const body = new FormData();
    body.append("name", "a;b");
    body.append("file", new Blob(["x"]));
    body.append("image", new Blob(["x"], { type: "image/png" }));
    body.append("more", new Blob(['{"a":"b\\\\"}'], { type: "application/json" }));
    const [, ...parts] = await print({ method: "POST", body });
    expect(parts).toEqual([
      "--form-string 'name=a;b'",
      "-F 'file=@file'",
      "-F 'image=@file;type=image/png'",
      `-F 'more="{\\"a\\":\\"b\\\\\\\\\\"}";type=application/json'`,
    ]);
  });
});

function readVendor(auth: string) {
  return readSchema([
    { path: "vendor.yaml", text: `name: acme\ntitle: Acme\nbaseUrl: https://a.example\n${auth}\n` },
    { path: "routes.yaml", text: "GET /x:\n  operation: x/get\n" },
  ]).vendor;
}

async function print(request: Partial<SampleRequest>, auth = ""): Promise<readonly string[]> {
  const whole = { method: "GET", url: URL, headers: {}, ...request };
  return (await printCurl(whole, readVendor(auth))).split(" \\\n  ");
}
