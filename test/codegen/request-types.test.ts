/** Types and reference pages of the requests that a schema folder declares. */
import { describe, expect, it } from "vitest";
import { generatedRoute, FORM_TYPE } from "./generated-route.js";

describe("the parameters of a route", () => {
  it.each<[yaml: string, types: string]>([
    [
      "header: { X-Id: { type: string, required: true } }\ncookie: { session: string }",
      `export interface XDoParameters extends BodyRequestParameters {
  "X-Id": string;
  session?: string | undefined;
}`,
    ],
    [
      `body: { required: false, contentType: ${FORM_TYPE}, schema: { properties: { a: { type: string } } } }`,
      `export interface XDoDataParameters extends WithoutFields<XDoParameters> {
  /** The whole body, in place of its fields: \`${FORM_TYPE}\`. */
  data?: BodyFields<XDoParameters> | URLSearchParams | BodyOf<"${FORM_TYPE}"> | undefined;
}`,
    ],
    ...[true, false].flatMap((required): [string, string][] => {
      const body = `required: ${required}, schema: { required: [a], properties: { a: { type: string }, b: { type: string } } }`;
      return [
        [
          `query: { q: string }\nbody: { ${body} }`,
          `export interface XDoParameters extends BodyRequestParameters {
  q?: string | undefined;
  a: string;
  b?: string | undefined;
  data?: undefined;
}`,
        ],
        [
          `query: { q: string }\nbody: { ${body} }`,
          `export interface XDoDataParameters extends ${required ? "WithBody" : "WithOptionalBody"}<XDoParameters, "q"> {}`,
        ],
        [
          `query: { q: string }\nbody: { ${body} }`,
          `> = WithoutFields<Parameters, Others> & {
  /** The whole body, in place of its fields: \`application/json\`. */
  data${required ? ": BodyFields<Parameters, Others> | RawBody" : "?: BodyFields<Parameters, Others> | RawBody | undefined"};
};`,
        ],
        [
          `query: { q: string }\nbody: { ${body} }`,
          `  "POST /x": [parameters${required ? "" : "?"}: XDoDataParameters | XDoParameters];`,
        ],
      ];
    }),
    [
      "body: { schema: { oneOf: [{ required: [a], properties: { a: { type: string } } }, { type: array, items: { type: string } }] } }",
      `  data:
    | {
        a: string;
      }
    | string[]
    | RawBody;`,
    ],
    [
      "body: { contentType: multipart/form-data, schema: { required: [url, f], properties: { url: { type: string, format: binary }, f: { type: string } } } }",
      `export interface XDoParameters extends BodyRequestParameters {
  /** The body: \`multipart/form-data\`. */
  data:
    | {
        url: Blob;
        f: string;
      }
    | FormData
    | BodyOf<"multipart/form-data">;
}`,
    ],
    [
      "body: { contentType: multipart/form-data, schema: { properties: { f: { type: string, format: binary }, g: { type: array, items: { contentMediaType: image/png } }, h: { type: string, contentMediaType: image/png, contentEncoding: base64 }, i: { type: string, contentEncoding: binary } } } }",
      `  f?: Blob | undefined;
  g?: Blob[] | undefined;
  /** Contents: \`image/png\` in \`base64\` */
  h?: string | undefined;
  i?: Blob | undefined;
  data?: undefined;
}`,
    ],
    [
      "body: { contentType: application/json-patch+json, schema: { type: array, items: { type: object } } }",
      `data:
    | {
        [k: string]: unknown;
      }[]
    | BodyOf<"application/json-patch+json">;`,
    ],
    [
      "body: { content: { application/json: { properties: { a: { type: string } } }, text/csv: { type: string } } }",
      "export interface XDoDataParameters extends WithBody<XDoParameters> {}",
    ],
    [
      "body: { content: { application/json: { properties: { a: { type: string } } }, text/csv: { type: string } } }",
      `export interface XDoTextCsvParameters extends BodyRequestParameters {
  headers: ContentTypeHeaders<"text/csv">;
  /** The body: \`text/csv\`. */
  data: string | BodyOf<"text/csv">;
}`,
    ],
    [
      "body: { content: { application/json: { properties: { a: { type: string } } }, text/csv: { type: string } } }",
      `  "POST /x": [parameters?: XDoTextCsvParameters | XDoDataParameters | XDoParameters];`,
    ],
  ])("%s", async (yaml, types) => {
    expect(await generatedRoute("POST /x", yaml).get("routes.ts")).toContain(types);
  });

  it("has no type of a body that no route needs", async () => {
    const text = await generatedRoute("POST /x", "body: { schema: true }").get("routes.ts");
    expect(text).not.toMatch(/BodyOf|ContentTypeHeaders/);
  });
});

describe("the reference", () => {
  it("lists parameters by where they go, and bodies by content type", async () => {
    const files = generatedRoute(
      "POST /x/{id}",
      `path: { id: { type: string, style: label } }
query: { a: { type: array, style: comma }, url: string }
header: { X-Id: { type: string, required: true, description: Who asks. } }
body:
  content:
    application/json: { properties: { b: { type: string } } }
    multipart/form-data: { schema: { properties: { f: { type: string } } }, lists: brackets }
accept: text/csv`,
    );
    const [, section] = (await files.get("reference/routes.md")).split("## `POST /x/{id}`");
    expect(section).toContain(`| Parameter | Type | In | Required | Description |
| --- | --- | --- | --- | --- |
| \`id\` | \`string\` | path (label) | yes |  |
| \`a\` | \`any[]\` | query (comma) | no |  |
| \`X-Id\` | \`string\` | header | yes | Who asks. |
| \`parameters.url\` | \`string\` | query | no |  |

Body: \`application/json\`.

| Parameter | Type | In | Required | Description |
| --- | --- | --- | --- | --- |
| \`b\` | \`string\` | body | no |  |

Body, chosen by its content type: \`multipart/form-data\`, lists: brackets.

| Parameter | Type | In | Required | Description |
| --- | --- | --- | --- | --- |
| \`f\` | \`string\` | body | no |  |

Header \`accept\`: \`text/csv\`.
`);
  });
});
