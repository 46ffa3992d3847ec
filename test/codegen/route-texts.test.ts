/** Texts of a route with a summary, a description or both, in comments and in the reference. */
import { describe, expect, it } from "vitest";
import { emitFiles } from "../../codegen/generate.js";
import { readSchema } from "../../codegen/read-schema.js";
import { describeApi, importAlone } from "../cases/codegen/import/describe.js";
import { miniatureWith } from "../cases/codegen/read/miniature.js";

const long = `Lists the things. ${"They come in no order. ".repeat(30)}`.trim();

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

  it.each([
    { title: "only a summary", lines: "summary: All.", paragraphs: ["All."] },
    { title: "only a description", lines: "description: All.", paragraphs: ["All."] },
    {
      title: "one sentence as both",
      lines: "summary: All.\n  description: All.",
      paragraphs: ["All."],
    },
    {
      title: "one sentence as both, in HTML",
      lines: "summary: All.\n  description: <p>All.</p>",
      paragraphs: ["All."],
    },
    {
      title: "a description that begins with the summary",
      lines: "summary: All\n  description: All of them.",
      paragraphs: ["All of them."],
    },
    {
      title: "a summary and a description",
      lines: "summary: All.\n  description: The latest first.",
      paragraphs: ["All.", "The latest first."],
    },
  ])("has its text on hover over the method, once: $title", async ({ lines, paragraphs }) => {
    const { method } = await textsOf(`  ${lines}`);
    const shown = method.replace(/^ {3}\* ?/gm, "").split("\n\n");
    expect(shown.slice(0, paragraphs.length + 1)).toEqual([
      ...paragraphs,
      expect.stringMatching(/^`GET \/x`/),
    ]);
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

async function textsOf(lines: string) {
  const routes = `GET /x:\n  operation: x/list\n${lines}\n`;
  const model = readSchema(miniatureWith({ "routes.yaml": routes }));
  const paths = ["route-helpers.ts", "reference/routes.md", "methods/x.ts"];
  const files = await emitFiles(model, (path) => paths.includes(path));
  const textOf = (path: string): string => files.find((file) => file.path === path)?.text ?? "";
  const [comment = ""] =
    textOf("route-helpers.ts").match(/\/\*\*[\s*]+Arguments[\s\S]*?\*\//) ?? [];
  return {
    comment: comment.replace(/(?:\s*\n \*)+\s*/g, " ").trim(),
    method: /\/\*\*\n((?: {3}\*.*\n)*?) {3}\*\//.exec(textOf("methods/x.ts"))?.[1] ?? "",
    reference: textOf("reference/routes.md"),
  };
}
