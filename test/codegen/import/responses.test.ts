/** Media types of responses, and the `accept` header that asks for them. */
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { describeApi, importAlone } from "../../cases/codegen/import/describe.js";

describe("`accept` of a response with several media types", () => {
  const bytes = { schema: { type: "string", format: "binary" } };
  const problem = { "application/problem+json": { schema: { type: "object" } } };
  const importContents = (contents: Record<string, object>) => {
    const answers = Object.entries(contents).map(
      ([status, content]) => [status, { description: "", content }] as const,
    );
    const get = { operationId: "x/get", responses: Object.fromEntries(answers) };
    return importAlone(describeApi({ paths: { "/x": { get } } }));
  };

  it.each<[what: string, contents: Record<string, object>, accept: string | undefined]>([
    [
      "asks for all that share the schema, those of errors last",
      { 400: problem, 200: { "application/pdf": bytes, "text/csv": bytes } },
      "application/pdf, text/csv, application/problem+json",
    ],
    [
      "asks for each success",
      { 200: { "image/png": bytes, "image/gif": bytes }, 202: { "application/json": {} } },
      "image/png, image/gif, application/json",
    ],
    ["asks for JSON alone", { 200: { "text/csv": {}, "application/json": {} } }, undefined],
    [
      "asks for the one whose schema the response has",
      { 200: { "text/csv": { schema: { type: "string" } }, "image/png": bytes } },
      undefined,
    ],
    [
      "asks for no other type of an error",
      { 400: { "text/a": bytes, "text/b": bytes } },
      undefined,
    ],
  ])("%s", (_what, contents, accept) => {
    const { texts } = importContents(contents);
    expect(texts["routes.yaml"]?.match(/accept: (.*)/)?.[1]).toBe(accept);
  });
});

describe("a response that is binary or JSON", () => {
  const bytes = { schema: { type: "string", format: "binary" } };
  const video = { type: "object", properties: { id: { type: "string" } } };

  it.each<
    [what: string, content: Record<string, object>, imported: object, notes: readonly string[]]
  >([
    [
      "has both types",
      { "video/mp4": bytes, "image/webp": bytes, "application/json": { schema: video } },
      { contentType: ["application/json", "video/mp4", "image/webp"], schema: video },
      [],
    ],
    [
      "has both types, whatever is said of the bytes",
      { "application/json": { schema: video }, "application/pdf": { schema: video } },
      { contentType: ["application/json", "application/pdf"], schema: video },
      [],
    ],
    [
      "has bytes of a type of its own",
      { "application/json": { schema: video }, "application/x-acme": bytes },
      { contentType: ["application/json", "application/x-acme"], schema: video },
      [],
    ],
    [
      "is binary alone where JSON is said to be bytes",
      { "video/mp4": bytes, "image/webp": bytes, "application/json": bytes },
      { contentType: "video/mp4", schema: bytes.schema },
      [],
    ],
    [
      "is no other way to write the same value",
      { "application/json": { schema: video }, "application/xml": { schema: video } },
      video,
      ["Not imported: application/xml beside application/json, with the same schema: GET /x 200."],
    ],
  ])("%s", (_what, content, imported, notes) => {
    const get = { operationId: "x/get", responses: { 200: { content } } };
    const { texts, notes: importNotes } = importAlone(describeApi({ paths: { "/x": { get } } }));
    const routes = parse(texts["routes.yaml"] ?? "") as Record<string, { responses: object }>;
    expect(routes["GET /x"]?.responses).toEqual({ 200: imported });
    expect(importNotes).toEqual(notes);
  });
});
