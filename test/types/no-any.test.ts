/** `any` switches the compiler off for whoever receives it; nothing that is published has one. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const files = ["src", "generated"].flatMap((folder) =>
  readdirSync(`${root}/${folder}`, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.includes("runtime/dist/"))
    .map((path) => `${folder}/${path}`),
);

describe("published types", () => {
  it("are looked for where they are", () => {
    expect(files).toContain("generated/index.ts");
    expect(findAny("any.ts", "\nlet x: any;")).toEqual([2]);
    expect(findAny("any.ts", "// any\nlet any: string;")).toEqual([]);
  });

  it.each(files)("%s has no `any`", (path) => {
    expect(findAny(path, readFileSync(`${root}/${path}`, "utf8"))).toEqual([]);
  });
});

function findAny(path: string, text: string): readonly number[] {
  if (!/\bany\b/.test(text)) return []; // spares the parser most files
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const lines: number[] = [];
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) {
      lines.push(file.getLineAndCharacterOfPosition(node.pos).line + 1);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return lines;
}
