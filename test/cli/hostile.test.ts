/** Descriptions whose names and texts are code: it never becomes code, nor a path. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { runCli } from "./cli.js";

const CODE =
  "*/ globalThis.pwned = 1; /* ` ${globalThis.pwned = 1} \" ' \n globalThis.pwned = 1; {{x}} <!-- ```";

const schema = (key: string): object => ({
  type: "object",
  description: CODE,
  required: [key],
  properties: {
    [key]: { type: "string", enum: [CODE, key], description: CODE },
    pattern: { type: "string", pattern: "[`'\"/*]+\\/\\/\\*\\/${x}" },
  },
});

it.each([CODE, "__proto__", "constructor", "../../../outside", "a/../../outside"])(
  "the name %j makes no code and no path",
  async (name) => {
    const folder = mkdtempSync(join(tmpdir(), "typewire-hostile-"));
    try {
      const content = { "application/json": { schema: schema(name) } };
      const operation = {
        operationId: name,
        summary: CODE,
        description: CODE,
        tags: [name],
        requestBody: { content },
        responses: { "200": { description: CODE, content } },
      };
      const description = {
        openapi: "3.1.0",
        info: { title: name, version: "1" },
        servers: [{ url: "https://api.acme.example" }],
        paths: { [`/${name}`]: { post: operation } },
        webhooks: Object.fromEntries([
          ["order.paid", { post: operation }],
          [name, { post: operation }],
        ]),
        components: { schemas: Object.fromEntries([[name, schema(name)]]) },
      };
      const argv = [
        "init",
        "a/b/sdk",
        "--from",
        "-",
        "--signature",
        "github",
        "--event",
        "header:X-Event",
      ];
      const { code, err } = await runCli(folder, argv, { input: JSON.stringify(description) });
      expect(code, err).toBe(0);
      expect(readdirSync(folder)).toEqual(["a"]);
      expect(readdirSync(join(folder, "a"))).toEqual(["b"]);
      expect(readdirSync(join(folder, "a/b"))).toEqual(["sdk"]);
      expect(existsSync(join(tmpdir(), "outside"))).toBe(false);
      const sdk = join(folder, "a/b/sdk");
      const files = readdirSync(sdk, { recursive: true, encoding: "utf8" }).filter((path) =>
        path.endsWith(".ts"),
      );
      for (const path of files) {
        const source = ts.createSourceFile(
          path,
          readFileSync(join(sdk, path), "utf8"),
          ts.ScriptTarget.Latest,
          true,
        );
        const visit = (node: ts.Node): void => {
          expect(ts.isIdentifier(node) && /pwned/.test(node.text), path).toBe(false);
          ts.forEachChild(node, visit);
        };
        visit(source);
      }
      expect(files.length).toBeGreaterThan(10);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
