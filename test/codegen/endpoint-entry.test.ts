/** `endpoint.ts` of a package, which loads only the code that its routes need. */
import { describe, expect, it } from "vitest";
import { FORM_TYPE, generatedRoute } from "./generated-route.js";

describe("the entry of endpoint", () => {
  it.each<[yaml: string, code: string]>([
    ["body: { schema: true }", "createEndpoint<Routes>(endpointCatalog);"],
    [
      `body: { contentType: ${FORM_TYPE}, schema: true }`,
      "(endpointCatalog, { bodies: [formBody] });",
    ],
    [
      `body: { content: { application/json: { type: object }, multipart/form-data: true, ${FORM_TYPE}: true } }`,
      "(endpointCatalog, { bodies: [formBody, multipartBody] });",
    ],
    ["header: { a: string }", "(endpointCatalog, { parameters: declaredParameters });"],
  ])("passes the code that a route needs: %s", async (yaml, code) => {
    const text = await generatedRoute("POST /x", yaml).get("endpoint.ts");
    const onOneLine = text.replace(/\s+/g, " ").replaceAll(", }", " }");
    expect(onOneLine).toContain(code);
  });
});
