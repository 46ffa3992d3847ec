/** The command `codegen reconcile`: what it prints and writes, and how it ends. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { miniatureWith } from "../cases/codegen/read/miniature.js";
import { schema } from "../cases/codegen/reconcile/deviations.js";
import { run } from "../cases/codegen/run.js";

let folder: string;
const lines = { out: [] as string[], err: [] as string[] };

describe("reconcile", () => {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "typewire-reconcile-"));
    for (const { path, text } of miniatureWith(schema)) {
      await mkdir(dirname(join(folder, "schema", path)), { recursive: true });
      await writeFile(join(folder, "schema", path), text);
    }
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  const payload = { action: "opened", ticket: { id: 1 } };

  it("prints proposals, and writes nothing unless it is told to", async () => {
    const path = await record({ name: "ticket", payload });
    expect(await reconcileIn(path)).toBe(0);
    expect(lines).toEqual({
      out: [
        "components:\n  components/shared.yaml#/ticket:\n    - property: title\n      optional: true\n      reason: absent in recorded deliveries of ticket.opened",
        "0 of 1 recorded deliveries are as the schema says; 1 with one correction.",
      ],
      err: [],
    });
    await expect(readCorrections()).rejects.toThrow("ENOENT");
  });

  it("writes what is missing beside what is there, and nothing the second time", async () => {
    const present =
      "# Kept.\ncomponents:\n  components/shared.yaml#/ticket:\n    # Why, at length.\n    - { property: closed_at, nullable: true, reason: open }\n";
    await writeFile(join(folder, "schema/corrections.yaml"), present);
    const path = await record({ name: "ticket", payload });
    expect(await reconcileIn(path, "--write")).toBe(0);
    const written = `${present}    - property: title\n      optional: true\n      reason: absent in recorded deliveries of ticket.opened\n`;
    expect(await readCorrections()).toBe(written);
    expect(await reconcileIn(path, "--write")).toBe(0);
    expect(await readCorrections()).toBe(written);
    expect(lines.out).toEqual([
      "1 of 1 recorded deliveries are as the schema says; nothing to correct.",
    ]);
  });

  it("begins a new file with the line by which editors know its format", async () => {
    await reconcileIn(await record({ name: "ticket", payload }), "--write");
    expect(await readCorrections()).toMatch(
      /^# yaml-language-server: \$schema=\.\.\/codegen\/meta\/corrections\.schema\.json\n\n?components:/,
    );
  });

  it("takes names as the schema has them", async () => {
    const path = await record({ name: "issue", payload: { action: "opened", issue: { id: 1 } } });
    expect(await reconcileIn(path)).toBe(1);
    expect(lines.err).toEqual(["issue: the schema has no such event."]);
    expect(await reconcileIn(path, "--rename", "issue=ticket")).toBe(0);
  });

  it.each<[argv: readonly string[], message: string]>([
    [[], "The argument is missing; expected files of recorded deliveries."],
    [["x", "--rename", "a"], "The value of --rename is a; expected FROM=TO."],
    [["x", "--rename", "=b"], "The value of --rename is =b; expected FROM=TO."],
  ])("refuses %j", async (argv, message) => {
    expect(await reconcileIn(...argv)).toBe(2);
    const hint = "Run `npm run codegen -- reconcile --help` for help.";
    expect(lines.err).toEqual([`${message}\n${hint}`]);
  });

  it("tells of a file that is not there", async () => {
    expect(await reconcileIn(join(folder, "nowhere.json"))).toBe(1);
    expect(lines.err.join("")).toContain("nowhere.json does not exist.");
  });
});

/** Runs the command with the schema in the folder. */
function reconcileIn(...argv: readonly string[]) {
  lines.out.length = 0;
  lines.err.length = 0;
  const io = {
    out: (text: string) => void lines.out.push(text),
    err: (text: string) => void lines.err.push(text),
  };
  return run(["reconcile", "--schema", join(folder, "schema"), ...argv], io);
}

function readCorrections() {
  return readFile(join(folder, "schema/corrections.yaml"), "utf8");
}

/** Writes deliveries into a file, and returns its path. */
async function record(...deliveries: readonly unknown[]) {
  const path = join(folder, "recorded.json");
  await writeFile(path, JSON.stringify(deliveries));
  return path;
}
