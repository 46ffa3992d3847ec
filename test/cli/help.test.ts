/** The help of commands: its layout and its colours. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { COMMANDS } from "../../cli/commands.js";
import { layOutHelp } from "../../cli/terminal/help.js";
import { createTestCli, type TestCli } from "./cli.js";

let cli: TestCli;
beforeEach(async () => {
  cli = await createTestCli();
});
afterEach(() => cli.remove());

describe("help", () => {
  it.each(["", ...COMMANDS.map(({ name }) => name)])(
    "of `typewire %s` fits in 80 columns",
    async (name) => {
      const { out } = await cli.run([...(name === "" ? [] : [name]), "--help"]);
      expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
    },
  );

  it("keeps what an option means beside it, and breaks examples as a shell takes them", () => {
    const text = `  --long NAME   ${"word ".repeat(20).trim()}\n\nExamples:\n  npx ${"word ".repeat(20).trim()}`;
    const [first, second, , , example, rest] = layOutHelp(text).split("\n");
    expect(first).toMatch(/^ {2}--long NAME {3}word/);
    expect(second).toMatch(/^ {16}word/);
    expect(example).toMatch(/^ {2}npx word.* \\$/);
    expect(rest).toMatch(/^ {6}word/);
  });

  it("is coloured by what it is given alone", () => {
    const style = (name: string, text: string) => `<${name}>${text}</>`;
    expect(layOutHelp("Examples:\n  --a   b", style)).toBe(
      "<bold>Examples:</>\n<cyan>  --a</>   b",
    );
    expect(layOutHelp("Examples:\n  --a   b")).toBe("Examples:\n  --a   b");
  });
});
