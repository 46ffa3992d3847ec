/** Odd parts of descriptions are imported as YAML that the checker accepts, or not at all. */
import { describe, expect, it } from "vitest";
import { readSchema } from "../../../codegen/read-schema.js";
import { describeApi, importAlone } from "../../cases/codegen/import/describe.js";

const text = { type: "string" };

describe("an import leaves out what the checker refuses, and says so", () => {
  it.each<[string, object, string]>([
    [
      "a property `__proto__`",
      answering({ type: "object", properties: withKey("__proto__", text) }),
      "Not imported: the property `__proto__`: GET /x 200.",
    ],
    [
      "a default with a key `__proto__`",
      answering({ type: "object", default: withKey("__proto__", 1) }),
      "Not imported: the key `__proto__`, which YAML files cannot have: paths//x/get/responses/200/content/application/json/schema/default.",
    ],
    [
      "a value with a merge key",
      delivering({ type: "object", const: { list: [withKey("<<", 1)] } }),
      "Not imported: the key `<<`, which YAML files cannot have: webhooks/thing/post/requestBody/content/application/json/schema/const/list/0.",
    ],
    [
      "a query of `__proto__` alone, which becomes empty",
      taking([{ in: "query", name: "__proto__", schema: text }]),
      'Not imported: the query parameter named "__proto__": GET /x.',
    ],
    [
      "a parameter without letters in its name",
      taking([{ in: "query", name: "", schema: text }]),
      'Not imported: the query parameter named "": GET /x.',
    ],
    [
      "a placeholder `__proto__`",
      taking([{ in: "path", name: "__proto__", schema: text }], "/x/{__proto__}"),
      "Not imported: an unsupported URL (`{__proto__}` cannot be a key): GET /x/{__proto__}.",
    ],
    [
      "a webhook `__proto__`",
      { webhooks: withKey("__proto__", { post: {} }) },
      "Not imported: a webhook with the key `__proto__`, which YAML files cannot have: webhooks.",
    ],
    [
      "a path `__proto__`",
      { paths: withKey("__proto__", { get: {} }) },
      "Not imported: a route with the key `__proto__`, which YAML files cannot have: paths.",
    ],
    [
      "a placeholder that occurs twice",
      taking([{ in: "path", name: "a", schema: text }], "/{a}/x/{a}"),
      "Not imported: an unsupported URL (`{a}` occurs twice): GET /{a}/x/{a}.",
    ],
    [
      "an action `__proto__`",
      delivering({ type: "object", properties: { action: { enum: ["__proto__", "made"] } } }),
      'Not imported: the action "__proto__": thing.',
    ],
    [
      "a body of something that is no media type",
      sending({ text: { schema: text } }),
      'Not imported: "text", which is not a media type: POST /x body.',
    ],
    [
      "a server with spaces",
      { servers: [{ url: "https://a.example/a b" }], paths: {} },
      "Not imported: the server `https://a.example/a b`, which is not a plain http(s) address: servers.",
    ],
    [
      "a style of a single value",
      taking([{ in: "query", name: "q", schema: text, style: "deepObject" }]),
      'Not imported: the style "deepObject" of a single value: GET /x query q.',
    ],
    [
      "a header that a call has for another reason",
      taking([{ in: "header", name: "Accept", schema: text }]),
      "Not imported: the header parameter `Accept`, which callers give in `headers`: GET /x.",
    ],
    [
      "a header with a space in its name",
      taking([{ in: "header", name: "X Id", schema: text }]),
      'Not imported: the header parameter named "X Id": GET /x.',
    ],
    [
      "a header in two cases",
      taking([
        { in: "header", name: "X-Id", schema: text },
        { in: "header", name: "x-id", schema: text },
      ]),
      "Not imported: the header parameter `x-id`, a name that the header has too: GET /x.",
    ],
    [
      "a query parameter that is in the path too",
      taking(
        [
          { in: "path", name: "id", schema: text },
          { in: "query", name: "id", schema: text },
        ],
        "/x/{id}",
      ),
      "Not imported: the query parameter `id`, a name that the path has too: GET /x/{id}.",
    ],
    [
      "a variable of a server that has no default",
      { servers: [{ url: "https://{region}.acme.example" }], paths: {} },
      "Not imported: the server `https://{region}.acme.example`, which is not a plain http(s) address: servers.",
    ],
    [
      "values of a variable that its default is not among",
      {
        servers: [
          {
            url: "https://{region}.acme.example",
            variables: { region: { default: "eu", enum: ["us"] } },
          },
        ],
        paths: {},
      },
      "Not imported: the values of the variable `region`, which its default is not among: servers.",
    ],
    [
      "a discriminator that chooses nothing",
      answering({ type: "object", discriminator: { propertyName: "kind" } }),
      "Not imported: `discriminator` without references to choose from: GET /x 200.",
    ],
    [
      "an encoding of JSON",
      sending({ "application/json": { schema: text, encoding: { a: {} } } }),
      "Not imported: `encoding` of application/json: POST /x body.",
    ],
    [
      "an encoding of a property that is not there",
      sending({ "multipart/form-data": { schema: { type: "object" }, encoding: { a: {} } } }),
      "Not imported: the encoding of `a`, which the body does not have: POST /x body.",
    ],
    [
      "headers of a part",
      sending({
        "multipart/form-data": {
          schema: { type: "object", properties: { a: text } },
          encoding: { a: { headers: {}, contentType: "image/png, image/jpeg" } },
        },
      }),
      "Not imported: `headers` of an encoding: POST /x body a.",
    ],
    [
      "several content types of a part",
      sending({
        "multipart/form-data": {
          schema: { type: "object", properties: { a: text } },
          encoding: { a: { contentType: "image/png, image/jpeg" } },
        },
      }),
      'Not imported: the content type "image/png, image/jpeg" of a part: POST /x body a.',
    ],
    [
      "a keyword that is not carried",
      answering({ type: "object", unevaluatedProperties: false }),
      "Not imported: the keyword `unevaluatedProperties`: GET /x 200.",
    ],
    [
      "a pattern of names that is no regular expression",
      answering({ type: "object", patternProperties: { "(": true } }),
      'Not imported: the pattern "(" of property names: GET /x 200.',
    ],
  ])("%s", (_, parts, note) => {
    const { texts, notes } = importAlone(describeApi(parts));
    const files = Object.entries(texts).map(([path, yaml]) => ({ path, text: yaml }));
    expect(() => readSchema(files)).not.toThrow();
    expect(notes).toContain(note);
  });

  it.each([
    ["", "api", "API"],
    ["Pets\n 2", "pets2", "Pets 2"],
    ["2 Pets", "api2pets", "2 Pets"],
  ])("names the vendor of a title %j", (title, name, written) => {
    const { texts } = importAlone(describeApi({ info: { title, version: "1" }, paths: {} }));
    const files = Object.entries(texts).map(([path, yaml]) => ({ path, text: yaml }));
    expect(readSchema(files).vendor).toMatchObject({ name, title: written });
  });
});

describe("an import carries names that every object inherits", () => {
  const schema = { type: "object", properties: { a: { type: "string" } } };
  const reference = (section: string) => ({ $ref: `#/components/${section}/__proto__` });

  it.each<[section: string, entry: object, parts: object, carried: string]>([
    ["schemas", schema, answering(reference("schemas")), "components/api.yaml"],
    [
      "parameters",
      { name: "q", in: "query", schema: { type: "string", maxLength: 3 } },
      taking([reference("parameters")]),
      "components/parameters.yaml",
    ],
    ["pathItems", { get: {} }, { paths: { "/x": reference("pathItems") } }, "GET /x"],
  ])("in %s", (section, entry, parts, carried) => {
    const components = { [section]: withKey("__proto__", entry) };
    const { texts, notes } = importAlone(describeApi({ ...parts, components }));
    expect(notes).toEqual([]);
    expect(`${Object.keys(texts).join(" ")} ${texts["routes.yaml"] ?? ""}`).toContain(carried);
    readSchema(Object.entries(texts).map(([path, each]) => ({ path, text: each })));
  });

  it.each(["toString", "constructor", "valueOf"])("in a placeholder: %s", (name) => {
    const { texts } = importAlone(describeApi(taking([], `/x/{${name}}`)));
    expect(texts["routes.yaml"]).toContain(`path: { ${name}: string }`);
  });
});

/** Parts of a description: a route that answers with a schema. */
function answering(schema: unknown) {
  return {
    paths: {
      "/x": {
        get: {
          operationId: "x/get",
          responses: { 200: { content: { "application/json": { schema } } } },
        },
      },
    },
  };
}

/** A route that takes parameters. */
function taking(parameters: readonly object[], url = "/x") {
  return {
    paths: { [url]: { get: { operationId: "x/get", parameters } } },
  };
}

/** A route whose body has content. */
function sending(content: object) {
  return {
    paths: { "/x": { post: { operationId: "x/post", requestBody: { content } } } },
  };
}

/** A webhook whose payload has a schema. */
function delivering(schema: object) {
  return {
    webhooks: { thing: { post: { requestBody: { content: { "application/json": { schema } } } } } },
  };
}

/** An object with any key: a literal cannot have `__proto__`. */
function withKey(key: string, value: unknown): object {
  return JSON.parse(`{${JSON.stringify(key)}:${JSON.stringify(value)}}`) as object;
}
