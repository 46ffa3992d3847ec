/** The help of commands: its layout and its colours. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { COMMANDS } from "../../cli/commands.js";
import { layOutHelp } from "../../cli/terminal/help.js";
import { createTestCli, type TestCli } from "./cli.js";

describe("the help of commands", () => {
  let cli: TestCli;
  beforeEach(async () => {
    cli = await createTestCli();
  });
  afterEach(() => cli.remove());

  it.each(["", ...COMMANDS.map(({ name }) => name)])(
    "of `typewire %s` fits in 80 columns",
    async (name) => {
      const { out } = await cli.run([...(name === "" ? [] : [name]), "--help"]);
      expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
    },
  );
});

describe("the layout of help", () => {
  const words = "word ".repeat(20).trim();

  it("keeps what an option means beside it", () => {
    const [first, second] = layOutHelp(`  --long NAME   ${words}`).split("\n");
    expect(first).toMatch(/^ {2}--long NAME {3}word/);
    expect(second).toMatch(/^ {16}word/);
  });

  it("breaks an example as a shell takes it", () => {
    const [, first, second] = layOutHelp(`Examples:\n  npx ${words}`).split("\n");
    expect(first).toMatch(/^ {2}npx word.* \\$/);
    expect(second).toMatch(/^ {6}word/);
  });

  it("is coloured by the style that it is given, and plain without one", () => {
    const style = (name: string, text: string) => `<${name}>${text}</>`;
    expect(layOutHelp("Examples:\n  --a   b", style)).toBe(
      "<bold>Examples:</>\n<cyan>  --a</>   b",
    );
    expect(layOutHelp("Examples:\n  --a   b")).toBe("Examples:\n  --a   b");
  });
});
