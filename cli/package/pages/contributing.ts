/** Prints `CONTRIBUTING.md`, for the maintainers of a made package. Later runs leave it alone. */
import type { GeneratedFile } from "../../../codegen/generate.js";
import { formatMarkdown } from "./format-markdown.js";

export async function printContributing(packageName: string): Promise<GeneratedFile> {
  const text = await formatMarkdown(`# Changing ${packageName}

\`schema/\` describes the API; \`src/generated/\` is made from it. Edit the YAML, never the generated files.

Unknown settings are marked \`TODO\` in \`schema/vendor.yaml\`. When you have filled it in, \`npx typewire generate\` makes the client. It keeps \`README.md\`, \`SKILL.md\` and the test up to date, too, until you edit them; with \`--examples\`, it writes them anew.

| command | does |
| --- | --- |
| \`npx typewire generate\` | generates \`src/generated/\` again; \`--watch\` at each save |
| \`npx typewire import openapi.yaml\` | takes over a new version of an API description |
| \`npx typewire samples openapi.yaml\` | writes the description with code samples that call the package |
| \`npm test\` | checks that \`src/generated/\` is up to date, builds, and runs the tests |
| \`npm publish\` | tests, builds and publishes |
`);
  return { path: "CONTRIBUTING.md", text };
}
