/** Uploads of a class that Stainless made, by themselves (contract H.10). */
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { holdsUpload, readUploads } from "../../../src/stainless/uploads.js";

describe("uploads", () => {
  const file = new File(["a"], "a.txt");
  const stream = () => Readable.from(["a"]);

  it.each<[what: string, value: unknown, isUpload: boolean]>([
    ["a response", new Response("a"), true],
    ["a stream of Node", stream(), true],
    ["a list with one", [1, new Response("a")], true],
    ["a list without", [1, file], false],
    ["a file", file, false],
    ["a web stream", new ReadableStream(), false],
    ["text", "a", false],
    ["null", null, false],
    ["an object", {}, false],
    ["a function", Object.assign(() => 1, { [Symbol.asyncIterator]: () => undefined }), false],
  ])("[H.10] are read before they are sent: %s", (_, value, isUpload) => {
    expect(holdsUpload(value)).toBe(isUpload);
  });

  it("[H.10] become files; what is beside them stays", async () => {
    const [response, ...rest] = (await readUploads([new Response("b"), file, "text"])) as [File];
    expect([response.name, await response.text(), rest]).toEqual([
      "unknown_file",
      "b",
      [file, "text"],
    ]);
    expect(readUploads("text")).toBe("text");
    const read = (await readUploads(Object.assign(stream(), { path: "/x/b.md" }))) as File;
    expect([read.name, await read.text()]).toEqual(["b.md", "a"]);
  });
});
