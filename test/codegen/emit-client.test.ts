/** What the generated client knows of credentials. */
import { describe, expect, it } from "vitest";
import { generate } from "../../codegen/generate.js";
import { readSchema } from "../../codegen/read-schema.js";

async function print(
  file: string,
  vendor: string,
  routes: string,
  components = "",
): Promise<string> {
  const text = `name: acme\ntitle: Acme\nbaseUrl: https://a.example\n${vendor}\n`;
  const model = readSchema([
    { path: "vendor.yaml", text },
    { path: "routes.yaml", text: routes },
    { path: "components/api.yaml", text: components },
  ]);
  const files = await generate(model);
  return files.find(({ path }) => path === file)?.text ?? "";
}

async function printCatalog(auth: string, routes: string): Promise<string> {
  const text = await print("client-catalog.ts", auth, routes, "{}");
  return text.slice(text.indexOf("export const"));
}

describe("the catalog of the client", () => {
  it("has the schemes, without what only documentation needs", async () => {
    const catalog = await printCatalog(
      "auth: { key: { header: X-Key, with: [app] }, app: { query: app } }",
      "GET /a:\n  operation: a/a\nGET /b:\n  operation: a/b\n  auth: false\nGET /c:\n  operation: a/c\n  auth: app\n",
    );
    expect(catalog).toBe(`export const clientCatalog = {
  auth: [
    { name: "key", in: "header", key: "x-key" },
    { name: "app", in: "query", key: "app" },
  ],
} as const;
`);
  });
});

describe("the types of the client", () => {
  it("import no type whose name stands only in a URL", async () => {
    const text = await print(
      "client-types.ts",
      "",
      "GET /Item/Grosse:\n  operation: a/a\n  responses:\n    200: { $ref: components/api.yaml#/grosse }\n",
      "Item: { type: object, properties: { id: { type: string } } }\ngrosse: { type: array, items: { $ref: '#/Item' } }\n",
    );
    expect(text).toMatch(/^import type \{ Grosse \} from/m);
  });

  it("have other names than those of the API", async () => {
    const text = await print(
      "client-types.ts",
      "pagination: { pages: { style: link } }",
      "GET /a:\n  operation: a/a\n  pagination: pages\n  responses:\n    200: { $ref: components/api.yaml#/success }\n",
      "item: { type: object, properties: { id: { type: string } } }\nsuccess: { type: array, items: { $ref: '#/item' } }\n",
    );
    expect(text).toContain("interface Success2<");
    expect(text).toContain("{ success: Success2<200, Success>; errors: {} };");
    expect(text).toContain("type Item2<");
    expect(text).toContain('"GET /a": Item2<Success>;');
  });
});
