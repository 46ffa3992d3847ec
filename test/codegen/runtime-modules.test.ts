/** What generated entries import is what the modules of the runtime package export. */
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { printRuntimeNames, RUNTIME_MODULES } from "../../codegen/emit/catalogs/runtime-modules.js";

const source = fileURLToPath(new URL("../../src/runtime/", import.meta.url));

/** The names that a module exports, as it is written: none of them has a declaration of its own. */
function listExports(module: string): readonly string[] {
  const path = `${source}${module}.ts`;
  const file = ts.createSourceFile(path, ts.sys.readFile(path) ?? "", ts.ScriptTarget.Latest);
  return file.statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement)) return [];
    const clause = statement.exportClause;
    return clause && ts.isNamedExports(clause) ? clause.elements.map(({ name }) => name.text) : [];
  });
}

describe("the modules of the runtime", () => {
  it.each(Object.entries(RUNTIME_MODULES))(
    "%s exports what entries import of it",
    (module, names) => {
      expect(listExports(module)).toEqual(expect.arrayContaining([...names]));
    },
  );

  it("are imported once each", () => {
    const names = ["Webhooks as WebhooksOf", "createEndpoint", "createWebhooks", "createEndpoint"];
    expect(printRuntimeNames("import", names, "acme-runtime")).toBe(
      `import { createEndpoint } from "acme-runtime/endpoint";
import { createWebhooks, Webhooks as WebhooksOf } from "acme-runtime/webhooks";`,
    );
  });

  it("are known for every name", () => {
    expect(() => printRuntimeNames("import", ["createTeapot"], "acme-runtime")).toThrow(
      "No module of the runtime is known to have createTeapot.",
    );
  });
});
