/** Schemas in an editor: names that complete, and types that read well. */
import { describe, expect, it } from "vitest";
import { openEditor } from "../types/editor.js";

const editor = openEditor();

describe("[K.2] an editor", () => {
  it.each([
    ["IssuesOpened", "IssuesOpenedPayloadSchema"],
    ["IssuesCreate", "IssuesCreateBodySchema"],
    ["ReposGet", "ReposGetResponse200Schema"],
  ])("completes %s to %s", (beginning, name) => {
    const names = editor.completions(`import { ${beginning}¦ } from "typewire/schemas";`);
    expect(names).toContain(name);
  });

  it.each([
    ["IssuesOpenedPayloadSchema", "Schema<IssuesOpenedPayload>", "Payload of `issues.opened`."],
    ["ReposGetResponse404Schema", "Schema<BasicError>", "`GET /repos/{owner}/{repo}`"],
  ])("shows the type of %s", (name, type, text) => {
    const program = `import { ${name} } from "typewire/schemas";\nexport const same = ${name}¦;`;
    expect(editor.errors(program.replace("¦", ""))).toEqual([]);
    expect(editor.hover(program)).toContain(`const ${name}: ${type}`);
    expect(editor.documentation(program)).toBe(text);
  });
});
