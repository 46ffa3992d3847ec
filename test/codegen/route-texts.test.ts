/** What comments and the reference say of a route that has a summary, a description or both. */
import { describe, expect, it } from "vitest";
import { emitFiles } from "../../codegen/generate.js";
import { readSchema } from "../../codegen/read-schema.js";
import { describeApi, importAlone } from "../cases/codegen/import/describe.js";
import { miniatureWith } from "../cases/codegen/read/miniature.js";

const long = `Lists the things. ${"They come in no order. ".repeat(30)}`.trim();

async function textsOf(lines: string) {
  const routes = `GET /x:\n  operation: x/list\n${lines}\n`;
  const model = readSchema(miniatureWith({ "routes.yaml": routes }));
  const paths = ["route-helpers.ts", "reference/routes.md"];
  const files = await emitFiles(model, (path) => paths.includes(path));
  const textOf = (path: string): string => files.find((file) => file.path === path)?.text ?? "";
  const [comment = ""] =
    textOf("route-helpers.ts").match(/\/\*\*[\s*]+Arguments[\s\S]*?\*\//) ?? [];
  return {
    comment: comment.replace(/(?:\s*\n \*)+\s*/g, " ").trim(),
    reference: textOf("reference/routes.md"),
  };
}

describe("a route", () => {
  it("without a summary has the first sentence of its description", async () => {
    const { comment, reference } = await textsOf("  description: <p>Lists the things.</p>");
    expect(comment).toContain("Arguments of `endpoint` for `GET /x`: Lists the things.");
    expect(reference).toContain("Lists the things.");
  });

  it("with both has both, and the description once", async () => {
    const { comment } = await textsOf("  summary: List things.\n  description: The latest first.");
    expect(comment).toContain("`GET /x`: List things. The latest first.");
    const { comment: same } = await textsOf("  summary: All.\n  description: All.");
    expect(same.match(/All\./g)).toHaveLength(1);
  });

  it("with a long description has its beginning in comments, all of it in the reference", async () => {
    const { comment, reference } = await textsOf(`  description: ${JSON.stringify(long)}`);
    expect(comment).toContain("…");
    expect(comment.length).toBeLessThan(600);
    expect(reference).toContain(long);
  });

  it("takes both from an OpenAPI description", () => {
    const get = { operationId: "x/list", summary: "List.", description: "More.", responses: {} };
    const { texts } = importAlone(describeApi({ paths: { "/x": { get } } }));
    expect(texts["routes.yaml"]).toContain("  summary: List.\n  description: More.\n");
  });
});
