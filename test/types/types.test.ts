/**
 * Compiles the type tests beside this file. Each holds positive cases, negative ones
 * (`@ts-expect-error`, an error where none occurs) and not-`any` ones, under every compiler that
 * is supported; `npm test` takes the quickest. What the errors say is in messages.test.ts.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { isWhole } from "../sample.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

const compilers = ["typescript-7", ...(isWhole ? ["typescript"] : [])];

describe("type tests", () => {
  it.each(compilers)("[B.24] [O.8] pass under %s", (compiler) => {
    const program = `node_modules/${compiler}/bin/tsc`;
    const { stdout, status } = spawnSync(
      process.execPath,
      [program, "--project", "test/types/tsconfig.json"],
      { cwd: root, encoding: "utf8" },
    );
    expect({ stdout, status }).toEqual({ stdout: "", status: 0 });
  });
});
