/** What a command that takes long shows of it, and where. */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createProcessIo } from "../../cli/io/io.js";
import { type ProgressOutput, showProgress } from "../../cli/terminal/progress.js";
import { createTestCli } from "./cli.js";

let folder: string;
let file: string;
let output: ProgressOutput;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "typewire-progress-"));
  file = join(folder, "screen");
  const fd = openSync(file, "a");
  output = { fd, write: (text) => writeSync(fd, text) };
});
afterEach(() => {
  closeSync(output.fd);
  rmSync(folder, { recursive: true });
});

const screen = () => readFileSync(file, "utf8");

/** Keeps this thread busy, as the generator does, until the screen has a text. */
function blockUntil(text: string): void {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  for (let round = 0; round < 3000 && !screen().includes(text); round += 1) {
    Atomics.wait(cell, 0, 0, 10);
  }
  expect(screen()).toContain(text);
}

/** So many that no test waits for it. */
const NEVER = 2 ** 31 - 1;

describe("progress", () => {
  it("counts the seconds of a step while its thread is busy", () => {
    const end = showProgress("Reading schema", { output, second: 20 });
    blockUntil("\r  Reading schema: 1 s so far\r  Reading schema: 2 s so far");
    end();
  });

  it("erases its line at the end and writes nothing after that", async () => {
    const end = showProgress("Generating", { output, second: 20 });
    blockUntil("1 s so far");
    end();
    const ended = screen();
    const line = ended.slice(ended.lastIndexOf("\r  G"), -1);
    expect(ended).toMatch(/^(?:\r {2}Generating: \d+ s so far)+\r +\r$/);
    const width = line.indexOf("\r", 1);
    expect(line.slice(width)).toBe(`\r${" ".repeat(width)}`);
    // More than the worker needs for another line.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(screen()).toBe(ended);
  });

  it("is nothing where a step takes less than a second", () => {
    showProgress("Reading schema", { output, second: NEVER })();
    expect(screen()).toBe("");
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
      ...["Reading /schema", "end", "Generating", "end"],
      ...["Reading /schema", "end"],
      ...["Importing /none.json", "end"],
    ]);
  });
});
