/** Arguments of `npm start`. */
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { readStartArguments, USAGE } from "../../scripts/start/arguments.js";
import { bundleProgram } from "../programs/programs.js";

describe("arguments of npm start", () => {
  it.each([
    [[], { help: false, port: undefined }],
    [["--listen"], { help: false, port: 3000 }],
    [["--listen", "0"], { help: false, port: 0 }],
    [["--listen", "65535"], { help: false, port: 65_535 }],
    [["--listen=8080"], { help: false, port: 8080 }],
    [["--listen", "--help"], { help: true, port: 3000 }],
    [["-h"], { help: true, port: undefined }],
  ])("takes %j", (argv, expected) => {
    expect(readStartArguments(argv)).toEqual(expected);
  });

  const EXPECTED = "expected a port from 0 to 65535.";
  it.each([
    [["--listen", "abc"], `--listen is "abc"; ${EXPECTED}`],
    [["--listen", "65536"], `--listen is "65536"; ${EXPECTED}`],
    [["--listen", "-1"], `--listen is "-1"; ${EXPECTED}`],
    [["--listen", "80.5"], `--listen is "80.5"; ${EXPECTED}`],
    [["--listen", "1e3"], `--listen is "1e3"; ${EXPECTED}`],
    [["--listen", ""], `--listen is an empty string; ${EXPECTED}`],
    [["--listen="], `--listen is an empty string; ${EXPECTED}`],
    [["--listen=a=b"], `--listen is "a=b"; ${EXPECTED}`],
    [["--listen", "80", "81"], "Unknown argument: 81"],
    [["--lisen"], "Unknown argument: --lisen"],
    [["3000"], "Unknown argument: 3000"],
    [["-x"], "Unknown argument: -x"],
  ])("refuses %j", (argv, message) => {
    expect(() => readStartArguments(argv)).toThrow(expect.objectContaining({ message }));
  });

  it("ends with 2 and says what is wrong, before anything else", async () => {
    const parameters = [await bundleProgram("scripts/start.ts"), "--listen", "abc"];
    const { status, stdout, stderr } = spawnSync(process.execPath, parameters, {
      encoding: "utf8",
    });
    expect({ status, stdout, stderr }).toEqual({
      status: 2,
      stdout: "",
      stderr: `--listen is "abc"; ${EXPECTED}\n\n${USAGE}\n`,
    });
  });

  it("are described within 80 columns", () => {
    for (const line of USAGE.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  });
});
