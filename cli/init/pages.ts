import type { GeneratedFile } from "../../codegen/generate.js";
import { formatCode } from "../../codegen/emit/print/file.js";
import { createMemo, type Memo } from "../../codegen/model/memo.js";
import { chooseExamples } from "./examples.js";
import { printClientTest } from "./client-test.js";
import { printReadme } from "./readme.js";
import { printContributing } from "./readme-reference.js";
import type { PageFacts } from "./readme-page.js";

/** The README and the test of a package, with examples of the routes and events that it has. */
export async function printPages(
  facts: Omit<PageFacts, "examples">,
  memo: Memo = createMemo(),
): Promise<readonly GeneratedFile[]> {
  const page = { ...facts, examples: chooseExamples(facts.model) };
  return [
    { path: "README.md", text: await formatMarkdown(printReadme(page)) },
    { path: "test/client.test.ts", text: await formatCode(printClientTest(page), memo) },
  ];
}

/** The page for the package's maintainers, which is theirs from then on. */
export async function printMaintainerPage(packageName: string): Promise<GeneratedFile> {
  return { path: "CONTRIBUTING.md", text: await formatMarkdown(printContributing(packageName)) };
}

async function formatMarkdown(text: string): Promise<string> {
  const { format } = await import("prettier");
  return format(text, { parser: "markdown", printWidth: 100, proseWrap: "always" });
}
