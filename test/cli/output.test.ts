/** Commands whose output cannot be written or is not read. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { ROOT } from "../programs/bundle.js";
import { bundleProgram } from "../programs/programs.js";

/** Open for reading alone, so that each write to it fails. */
const unwritable = openSync(fileURLToPath(import.meta.url), "r");
afterAll(() => closeSync(unwritable));

describe("the process", () => {
  it("says in a sentence that it cannot write its output", async () => {
    expect(await run(["events"], unwritable, "pipe")).toEqual({
      code: 1,
      errors: "Standard output cannot be written (EBADF).\n",
    });
  });

  it("is silent when the reader of a pipe needs no more", async () => {
    expect(await run(["events"], "closed pipe", "pipe")).toEqual({ code: 0, errors: "" });
  });

  it("ends as its command does when it cannot write errors", async () => {
    expect(await run(["nothing"], "pipe", unwritable)).toEqual({ code: 2, errors: "" });
  });
});

/** A pipe that the test reads, or a file descriptor. */
type Target = "pipe" | number;

/** Runs a command line. `"closed pipe"`: nothing reads its output. */
async function run(argv: readonly string[], out: Target | "closed pipe", err: Target) {
  const child = spawn(process.execPath, [await bundleProgram("cli/bin.ts"), ...argv], {
    cwd: ROOT,
    stdio: ["ignore", out === "closed pipe" ? "pipe" : out, err],
  });
  if (out === "closed pipe") child.stdout?.destroy();
  const errors = child.stderr === null ? "" : text(child.stderr);
  const [code] = (await once(child, "close")) as [code: number];
  return { code, errors: await errors };
}
