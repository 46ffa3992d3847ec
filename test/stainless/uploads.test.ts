/** Files that are sent (contract H.10). */
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import * as stainless from "../../src/runtime/stainless.js";
import { startGarden } from "./garden.js";

const { connect, last } = startGarden();

const TEXT = { type: "text/plain" };
const HTML = { type: "text/html", lastModified: 8 };
const blob = new Blob(["rose"], TEXT);
const textFile = new File(["rose"], "own.txt", { ...TEXT, lastModified: 7 });
const bytes = Buffer.from("rose");

describe("uploads", () => {
  it.each<[kind: string, value: stainless.ToFileInput, name: string | undefined, expected: string]>(
    [
      ["text", "rose", undefined, "unknown_file"],
      ["bytes", bytes, "rose.txt", "rose.txt"],
      ["a response", new Response("rose"), "rose.txt", "rose.txt"],
      ["a stream", createFileStream("/a/rose.md"), undefined, "rose.md"],
      ["a file", new File(["rose"], "own.txt"), undefined, "own.txt"],
    ],
  )("[H.10] are made by `toFile` of %s", async (_kind, value, name, expected) => {
    const file = await stainless.toFile(value, name);
    expect(file.name).toBe(expected);
    expect(await file.text()).toBe("rose");
  });

  it.each<
    [what: string, Parameters<typeof stainless.toFile>, name: string, type: string, time?: number]
  >([
    ["a file as it is", [textFile], "own.txt", "text/plain", 7],
    ["a file with another name", [textFile, "7.txt"], "7.txt", "text/plain"],
    ["a file with other options", [textFile, undefined, HTML], "own.txt", "text/html", 8],
    ["a name that is null", [textFile, null], "own.txt", "text/plain"],
    ["an empty name", [bytes, ""], "unknown_file", ""],
    ["the type of a blob", [blob, "a.txt"], "a.txt", "text/plain"],
    ["a type before that of a blob", [blob, "a", HTML], "a", "text/html", 8],
    ["no address of a response", [createResponse("")], "unknown_file", "text/plain"],
    [
      "the end of an address",
      [createResponse("https://a.example/roses/7.html")],
      "7.html",
      "text/plain",
    ],
    ["the end of a path of Windows", [createFileStream("C:\\a\\rose.md")], "rose.md", ""],
    ["an empty path", [createFileStream("")], "unknown_file", ""],
    ["a promise", [Promise.resolve(textFile)], "own.txt", "text/plain", 7],
  ])("[H.10] are named by %s", async (_, args, name, type, time) => {
    const file = await stainless.toFile(...args);
    expect([file.name, file.type, await file.text()]).toEqual([name, type, "rose"]);
    if (time !== undefined) expect(file.lastModified).toBe(time);
  });

  it.each<[what: string, photo: () => unknown, sent: readonly (readonly [string, string])[]]>([
    ["a response", () => new Response("rose"), [["unknown_file", "rose"]]],
    ["a stream of Node", () => createFileStream("/a/rose.md"), [["rose.md", "rose"]]],
    [
      "a list with one",
      () => [textFile, new Response("tulip")],
      [
        ["own.txt", "rose"],
        ["unknown_file", "tulip"],
      ],
    ],
  ])("[H.10] are sent as files: %s", async (_, photo, sent) => {
    await connect().plants.attach("7", { title: "Mine", photo: photo() });
    const { method, url, headers, body } = last() ?? {};
    expect([method, url]).toEqual(["POST", "/plants/7/photos"]);
    const type = String(headers?.["content-type"]);
    const form = await new Response(body ?? "", { headers: { "content-type": type } }).formData();
    expect(form.get("title")).toBe("Mine");
    const files = form.getAll("photo") as File[]; // the server has got files
    expect(await Promise.all(files.map(async (file) => [file.name, await file.text()]))).toEqual(
      sent,
    );
  });
});

/** A stream of a rose, as Node opens it from a file: it has the path of the file. */
function createFileStream(path: string): Readable & { readonly path: string } {
  return Object.assign(Readable.from(["ro", "se"]), { path });
}

/** A response with a rose, as `fetch` makes it: only `fetch` can give it an address. */
function createResponse(url: string): Response {
  return Object.defineProperty(new Response(blob), "url", { value: url });
}
