/** Descriptions whose names and texts are code: it never becomes code, nor a path. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { expect, it, onTestFinished } from "vitest";
import { runCli } from "./cli.js";

/** Text that becomes code where a printer does not escape it: it defines `pwned`. */
const CODE =
  "*/ globalThis.pwned = 1; /* ` ${globalThis.pwned = 1} \" ' \n globalThis.pwned = 1; {{x}} <!-- ```";

it.each([CODE, "__proto__", "constructor", "../../../outside", "a/../../outside"])(
  "the name %j makes no code and no path",
  async (name) => {
    const folder = mkdtempSync(join(tmpdir(), "typewire-hostile-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const argv = ["init", "a/b/sdk", "--from", "-"];
    const signature = ["--signature", "github", "--event", "header:X-Event"];
    const input = JSON.stringify(describeService(name));
    const { code, err } = await runCli(folder, [...argv, ...signature], { input });
    expect(code, err).toBe(0);
    expect(readdirSync(folder)).toEqual(["a"]);
    expect(readdirSync(join(folder, "a"))).toEqual(["b"]);
    expect(readdirSync(join(folder, "a/b"))).toEqual(["sdk"]);
    expect(existsSync(join(tmpdir(), "outside"))).toBe(false);
    const sdk = join(folder, "a/b/sdk");
    const paths = readdirSync(sdk, { recursive: true, encoding: "utf8" });
    const sources = paths.filter((path) => path.endsWith(".ts"));
    expect(sources.length).toBeGreaterThan(10);
    for (const path of sources)
      expect(listIdentifiers(join(sdk, path)), path).not.toContainEqual(
        expect.stringContaining("pwned"),
      );
  },
);

/** Describes a service that has the name in each place, and the code in each text. */
function describeService(name: string): object {
  const schema = {
    type: "object",
    description: CODE,
    required: [name],
    properties: {
      [name]: { type: "string", enum: [CODE, name], description: CODE },
      pattern: { type: "string", pattern: "[`'\"/*]+\\/\\/\\*\\/${x}" },
    },
  };
  const content = { "application/json": { schema } };
  const operation = {
    operationId: name,
    summary: CODE,
    description: CODE,
    tags: [name],
    requestBody: { content },
    responses: { "200": { description: CODE, content } },
  };
  return {
    openapi: "3.1.0",
    info: { title: name, version: "1" },
    servers: [{ url: "https://api.acme.example" }],
    paths: { [`/${name}`]: { post: operation } },
    // From entries, because a literal would take `__proto__` for the prototype.
    webhooks: Object.fromEntries([
      ["order.paid", { post: operation }],
      [name, { post: operation }],
    ]),
    components: { schemas: Object.fromEntries([[name, schema]]) },
  };
}

/** Lists the identifiers in the code of a file, without its comments and texts. */
function listIdentifiers(file: string): readonly string[] {
  const text = readFileSync(file, "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}
