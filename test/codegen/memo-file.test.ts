/** The file that keeps a memo between runs: a damaged one is passed over. */
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readMemoFile, withMemo, writeMemoFile } from "../../codegen/files/memo-file.js";

const entries = new Map([["type abc", '{"kind":"alias","text":"“ü”"}']]);

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "typewire-memo-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("the file of a memo", () => {
  it("gives back what was written, to the same generator alone", async () => {
    await writeMemoFile(folder, "out", "1", entries);
    expect(await readMemoFile(join(folder, "out"), "1")).toEqual(entries);
    expect(await readMemoFile(join(folder, "out"), "2")).toEqual(new Map());
  });

  it.each<[what: string, damage: (content: Buffer) => Buffer]>([
    ["is empty", () => Buffer.alloc(0)],
    ["was cut short", (content) => content.subarray(0, -1)],
    ["has another byte in an entry", (content) => flip(content, content.length - 3)],
    ["has another byte in its digest", (content) => flip(content, 0)],
    ["is of another format", () => Buffer.from('{"generator":"1","entries":[["type abc","{}"]]}')],
  ])("is passed over when it %s", async (_, damage) => {
    await writeMemoFile(folder, "out", "1", entries);
    const file = join(folder, "out");
    await writeFile(file, damage(await readFile(file)));
    expect(await readMemoFile(file, "1")).toEqual(new Map());
  });

  it("is passed over when it is not there", async () => {
    expect(await readMemoFile(join(folder, "out"), "1")).toEqual(new Map());
  });

  it("is left out where it cannot be written", async () => {
    const file = join(folder, "no-folder");
    await writeFile(file, "");
    const generated = await withMemo("out", file, (memo) => {
      memo.keep("type", "abc", "{}");
      return Promise.resolve("generated");
    });
    expect(generated).toBe("generated");
  });

  it("goes when eight others are younger", async () => {
    for (const name of "abcdefghij") {
      await writeMemoFile(folder, name, "1", entries);
      // Times of files are as fine as the file system has them.
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    expect((await readdir(folder)).sort().join("")).toBe("cdefghij");
  });
});

function flip(content: Buffer, at: number): Buffer {
  const copy = Buffer.from(content);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}
