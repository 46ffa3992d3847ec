/** Types and reference pages of the requests that a schema folder declares. */
import { describe, expect, it } from "vitest";
import { generatedRoute, FORM_TYPE } from "./generated-route.js";

/** An object with a field that it needs and one that it does not. */
const JSON_SCHEMA =
  "schema: { required: [a], properties: { a: { type: string }, b: { type: string } } }";
const PARAMETERS_BY_FIELDS = `export interface XDoParameters extends BodyRequestParameters {
  q?: string | undefined;
  a: string;
  b?: string | undefined;
  data?: undefined;
}`;

describe.each<RouteCase>([
  {
    what: "with a header and a cookie",
    yaml: "header: { X-Id: { type: string, required: true } }\ncookie: { session: string }",
    declarations: {
      "parameters of both": `export interface XDoParameters extends BodyRequestParameters {
  "X-Id": string;
  session?: string | undefined;
}`,
    },
  },
  {
    what: "with a form that may be left out",
    yaml: `body: { required: false, contentType: ${FORM_TYPE}, schema: { properties: { a: { type: string } } } }`,
    declarations: {
      "parameters that have the whole body in place of its fields": `export interface XDoDataParameters extends WithoutFields<XDoParameters> {
  /** The whole body, in place of its fields: \`${FORM_TYPE}\`. */
  data?: BodyFields<XDoParameters> | URLSearchParams | BodyOf<"${FORM_TYPE}"> | undefined;
}`,
    },
  },
  {
    what: "with a JSON body that is required",
    yaml: `query: { q: string }
body: { required: true, ${JSON_SCHEMA} }`,
    declarations: {
      "parameters of the query and of the body's fields": PARAMETERS_BY_FIELDS,
      "parameters that have the whole body beside the query": `export interface XDoDataParameters extends WithBody<XDoParameters, "q"> {}`,
      "a helper for a whole body, which is required": `> = WithoutFields<Parameters, Others> & {
  /** The whole body, in place of its fields: \`application/json\`. */
  data: BodyFields<Parameters, Others> | RawBody;
};`,
      "a call with parameters": `  "POST /x": [parameters: XDoDataParameters | XDoParameters];`,
    },
  },
  {
    what: "with a JSON body that may be left out, though one of its fields is required",
    yaml: `query: { q: string }
body: { required: false, ${JSON_SCHEMA} }`,
    declarations: {
      "parameters of the query and of the body's fields": PARAMETERS_BY_FIELDS,
      "parameters that have the whole body beside the query": `export interface XDoDataParameters extends WithOptionalBody<XDoParameters, "q"> {}`,
      "a helper for a whole body, which may be left out": `> = WithoutFields<Parameters, Others> & {
  /** The whole body, in place of its fields: \`application/json\`. */
  data?: BodyFields<Parameters, Others> | RawBody | undefined;
};`,
      "a call without parameters": `  "POST /x": [parameters?: XDoDataParameters | XDoParameters];`,
    },
  },
  {
    what: "with a JSON body that is an object or an array",
    yaml: "body: { schema: { oneOf: [{ required: [a], properties: { a: { type: string } } }, { type: array, items: { type: string } }] } }",
    declarations: {
      "the whole body alone": `  data:
    | {
        a: string;
      }
    | string[]
    | RawBody;`,
    },
  },
  {
    what: "with a multipart form, one of whose fields is called like an option",
    yaml: "body: { contentType: multipart/form-data, schema: { required: [url, f], properties: { url: { type: string, format: binary }, f: { type: string } } } }",
    declarations: {
      "the whole body alone": `export interface XDoParameters extends BodyRequestParameters {
  /** The body: \`multipart/form-data\`. */
  data:
    | {
        url: Blob;
        f: string;
      }
    | FormData
    | BodyOf<"multipart/form-data">;
}`,
    },
  },
  {
    what: "with a multipart form that has files",
    yaml: `body:
  contentType: multipart/form-data
  schema:
    properties:
      f: { type: string, format: binary }
      g: { type: array, items: { contentMediaType: image/png } }
      h: { type: string, contentMediaType: image/png, contentEncoding: base64 }
      i: { type: string, contentEncoding: binary }`,
    declarations: {
      "blobs for files, and texts for what is encoded as text": `  f?: Blob | undefined;
  g?: Blob[] | undefined;
  /** Contents: \`image/png\` in \`base64\` */
  h?: string | undefined;
  i?: Blob | undefined;
  data?: undefined;
}`,
    },
  },
  {
    what: "with a body of a type that ends in +json",
    yaml: "body: { contentType: application/json-patch+json, schema: { type: array, items: { type: object } } }",
    declarations: {
      "its values": `data:
    | {
        [k: string]: unknown;
      }[]
    | BodyOf<"application/json-patch+json">;`,
    },
  },
  {
    what: "with a body in JSON or CSV",
    yaml: `body:
  content:
    application/json: { properties: { a: { type: string } } }
    text/csv: { type: string }`,
    declarations: {
      "parameters that have the whole JSON body":
        "export interface XDoDataParameters extends WithBody<XDoParameters> {}",
      "parameters that have a CSV body and its content type": `export interface XDoTextCsvParameters extends BodyRequestParameters {
  headers: ContentTypeHeaders<"text/csv">;
  /** The body: \`text/csv\`. */
  data: string | BodyOf<"text/csv">;
}`,
      "a call with any of them": `  "POST /x": [parameters?: XDoTextCsvParameters | XDoDataParameters | XDoParameters];`,
    },
  },
])("a route $what", ({ yaml, declarations }) => {
  it.each(Object.entries(declarations))("declares %s", async (_, declaration) => {
    expect(await generatedRoute("POST /x", yaml).get("routes.ts")).toContain(declaration);
  });
});

describe("a route with a body of any kind", () => {
  it("declares no type of a body that no route needs", async () => {
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

interface RouteCase {
  readonly what: string;
  /** The parameters and the body in `routes.yaml`. */
  readonly yaml: string;
  /** Parts of `routes.ts`, by what they are. */
  readonly declarations: Readonly<Record<string, string>>;
}
