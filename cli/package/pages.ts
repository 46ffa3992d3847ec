import { formatCode } from "../../codegen/emit/print/file.js";
import type { GeneratedFile } from "../../codegen/generate.js";
import { createMemo, type Memo } from "../../codegen/model/memo.js";
import { printClientTest } from "./client-test.js";
import type { PageFacts } from "./code.js";
import { chooseExamples } from "./examples.js";
import { printReadme } from "./readme.js";
import { printLlmsIndex, printSkill } from "./skill.js";

/** Prints the README, the pages for agents and the test, with examples of the routes and events there are. */
export async function printPages(
  facts: Omit<PageFacts, "examples">,
  memo: Memo = createMemo(),
): Promise<readonly GeneratedFile[]> {
  const page = { ...facts, examples: chooseExamples(facts.model) };
  return [
    { path: "README.md", text: await formatMarkdown(printReadme(page)) },
    { path: "SKILL.md", text: await formatMarkdown(printSkill(page)) },
    { path: "llms.txt", text: printLlmsIndex(page) },
    { path: "test/client.test.ts", text: await formatCode(printClientTest(page), memo) },
  ];
}

/** Prints the page for the maintainers of a package, which later runs leave alone. */
export async function printMaintainerPage(packageName: string): Promise<GeneratedFile> {
  return { path: "CONTRIBUTING.md", text: await formatMarkdown(printContributing(packageName)) };
}

function printContributing(packageName: string): string {
  return [
    `# Changing ${packageName}`,
    "`schema/` describes the API; `src/generated/` is made from it. Edit the YAML, never the generated files.",
    "Unknown settings are marked `TODO` in `schema/vendor.yaml`. When you have filled it in, `npx typewire generate --examples` makes the client, and writes `README.md` and the test anew.",
    `| command | does |
| --- | --- |
| \`npx typewire generate\` | generates \`src/generated/\` again; \`--watch\` at each save |
| \`npx typewire import openapi.yaml\` | takes over a new version of an API description |
| \`npx typewire samples openapi.yaml\` | writes the description with code samples that call the package |
| \`npm test\` | checks that \`src/generated/\` is up to date, builds, and runs the tests |
| \`npm publish\` | tests, builds and publishes |
`,
  ].join("\n\n");
}

async function formatMarkdown(text: string): Promise<string> {
  const { format } = await import("prettier");
  return format(text, { parser: "markdown", printWidth: 100, proseWrap: "always" });
}
