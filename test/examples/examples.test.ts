/** Every example runs to its end; a server among them is closed once it listens. */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const examples = readdirSync(`${root}/examples`, { recursive: true, encoding: "utf8" }).filter(
  (path) => path.endsWith(".ts"),
);

describe("examples", () => {
  it.each(examples)("%s runs", (path) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ["--import", "tsx", "test/readme/run-example.ts", `examples/${path}`],
      { cwd: root, encoding: "utf8", env: { ...process.env, PORT: "0" }, timeout: 60_000 },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });
});
