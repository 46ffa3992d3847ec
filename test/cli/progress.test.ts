/** The steps that a long command shows, and where. */
import process from "node:process";
import { beforeEach, describe, expect, it } from "vitest";
import { createProcessIo } from "../../cli/io/io.js";
import { showProgress } from "../../cli/terminal/progress.js";
import { createTestCli } from "./cli.js";

let screen: string;
let time: number;
const output = { write: (text: string) => void (screen += text) };
const now = (): number => time;

beforeEach(() => {
  screen = "";
  time = 1234;
});

describe("progress", () => {
  it("shows a step as soon as it begins", () => {
    showProgress("Generating", { output, now });
    expect(screen).toBe("  Generating: ");
  });

  it.each([
    [1000, "1.0 s"],
    [2345, "2.3 s"],
    [61_000, "61.0 s"],
  ])("ends the line of a step of %i ms with its duration", (duration, shown) => {
    const end = showProgress("Reading schema", { output, now });
    time += duration;
    end();
    expect(screen).toBe(`  Reading schema: ${shown}\n`);
  });

  it("erases the line of a step that takes less than a second", () => {
    const end = showProgress("Reading schema", { output, now });
    time += 999;
    end();
    expect(screen).toBe(`  Reading schema: \r${" ".repeat(18)}\r`);
  });

  it("measures by a clock of its own", () => {
    showProgress("Generating", { output })();
    expect(screen).toMatch(/^ {2}Generating: (?:\r +\r|\d+\.\d s\n)$/);
  });
});

describe("the progress of a process", () => {
  /** A stream that shares nothing with the real one but its type. */
  const streamOf = (isTTY: boolean) => ({ ...output, isTTY }) as unknown as typeof process.stderr;

  it.each([
    ["shows on a terminal", true, true],
    ["never shows in a pipe", false, false],
  ])("%s", (_what, isTTY, isShown) => {
    const { stdin, stdout } = process;
    const io = createProcessIo(undefined, { stdin, stdout, stderr: streamOf(isTTY) });
    expect(io.progress !== undefined).toBe(isShown);
  });

  it("depends on standard error, not on standard output, which may be a pipe", () => {
    const { stdin } = process;
    const stdout = streamOf(false);
    const { progress } = createProcessIo(undefined, { stdin, stdout, stderr: streamOf(true) });
    expect(progress).toBeDefined();
  });
});

describe("the commands that take long", () => {
  it("show each step until it ends, also where it fails", async () => {
    const cli = await createTestCli();
    const steps: string[] = [];
    const progress = (text: string) => {
      steps.push(text.replace(cli.folder, ""));
      return () => void steps.push("end");
    };
    await cli.writeStarter();
    expect((await cli.run(["generate"], { progress })).code).toBe(0);
    await cli.write("schema/vendor.yaml", "name: [");
    expect((await cli.run(["generate"], { progress })).code).toBe(1);
    expect((await cli.run(["import", "none.json"], { progress })).code).toBe(1);
    await cli.remove();
    expect(steps).toEqual([
      "Reading /schema",
      "end",
      "Generating",
      "end",
      "Reading /schema",
      "end",
      "Importing /none.json",
      "end",
    ]);
  });
});
