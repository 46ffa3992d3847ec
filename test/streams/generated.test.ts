/** A description whose routes stream becomes a package; programs of its users run against a server that streams. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generate, type GeneratedFile } from "../../codegen/generate.js";
import { importChecked } from "../../codegen/import/import.js";
import { readNamesFile } from "../../codegen/import/names/names-file.js";
import { typeErrors } from "../cases/codegen/emit/type-errors.js";
import { errorOf } from "../client/error-of.js";
import { json, startServer, type Step } from "../client/server.js";
import { DESCRIPTION, NAMES } from "./description.js";
import { STAINLESS_PROGRAM, CLASS_PROGRAM, type Programs } from "./programs.js";

const server = startServer();

/** A folder of this run, beside the sources that the clients import. */
const clients = mkdtempSync(fileURLToPath(new URL(".clients-", import.meta.url)));

afterAll(() => rmSync(clients, { recursive: true, force: true }));

const chunk = (content: string): string =>
  `data: ${JSON.stringify({ id: "c", choices: [{ index: 0, delta: { content } }] })}\n\n`;
const event = (type: string, more: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
const delta = (text: string): string =>
  event("response.output_text.delta", { delta: text, sequence_number: 1 });
const whole = { id: "r1", output: ["Hi"] };

const SURFACES: readonly (readonly [name: string, names: string | undefined, program: string])[] = [
  ["default", undefined, CLASS_PROGRAM],
  ["stainless", NAMES, STAINLESS_PROGRAM],
];

/** By the name of the surface. */
const packages = new Map<string, { files: readonly GeneratedFile[]; programs: Programs }>();

beforeAll(async () => {
  for (const [surface, names, program] of SURFACES) {
    const files = await generatePackage(names);
    packages.set(surface, { files, programs: await load(surface, files, program) });
  }
});

describe.each(["default", "stainless"])("a package with the surface %s", (surface) => {
  const contextOf = (next = (): void => undefined) => ({ baseUrl: server.url, next });
  let programs: Programs;
  beforeAll(() => void (programs = packages.get(surface)?.programs as Programs)); // written above

  it("[I.10] gives chunks as they arrive, up to the text that ends them", async () => {
    const stream = onDemand(chunk("Hel"), chunk("lo"), "data: [DONE]\n\n");
    const texts = await programs.chat(contextOf(() => stream.next()));
    expect(texts).toEqual(["Hel", "lo"]);
    const { url, headers, body } = server.arrivals.slice(-1)[0] ?? expect.fail();
    const { accept } = headers;
    expect({ url, accept }).toEqual({ url: "/chat/completions", accept: "text/event-stream" });
    expect(JSON.parse(body)).toEqual({ model: "m", messages: ["Hi"], stream: true });
  });

  it("[I.10] narrows items by their type", async () => {
    const stream = onDemand(
      event("response.created", { response: whole }),
      delta("Hel"),
      event("response.later", { more: 1 }),
      delta("lo"),
      event("response.completed", { response: whole }),
    );
    expect(await programs.respond(contextOf(() => stream.next()))).toEqual([
      "r1",
      "Hel",
      "lo",
      "r1",
    ]);
  });

  it("[I.10] closes the connection where the loop is left", async () => {
    const stream = onDemand(chunk("a"), chunk("b"), chunk("c"));
    expect(await programs.leave(contextOf(() => stream.next()))).toEqual(["a", "b"]);
    await expect.poll(() => stream.isClosed).toBe(true);
  });

  it("[I.10] rejects with an error among the items, after those before it", async () => {
    const failure = { error: { message: "Overloaded.", code: "busy" } };
    const stream = onDemand(chunk("a"), `data: ${JSON.stringify(failure)}\n\n`);
    const { texts, error } = await programs.fail(contextOf(() => stream.next()));
    expect(texts).toEqual(["a"]);
    expect(error).toMatchObject({ code: "STREAM_ERROR", status: 200, data: failure });
  });

  it("[I.10] gives the whole answer to whoever does not ask for a stream", async () => {
    server.play(json(whole));
    expect(await programs.whole(contextOf())).toEqual(["r1", "r1"]);
    expect(server.arrivals.slice(-2).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { model: "m", stream: false },
      { model: "m" },
    ]);
  });

  it("[I.10] gives what a value asks for that is known at run time only", async () => {
    server.play(json(whole));
    expect(await programs.either({ ...contextOf(), stream: false })).toEqual(["r1"]);
    const stream = onDemand(delta("Hel"), delta("lo"));
    const next = () => stream.next();
    expect(await programs.either({ ...contextOf(next), stream: true })).toEqual(["Hel", "lo"]);
  });

  it("[I.10] has methods of routes that only stream, and as functions", async () => {
    const logs = onDemand('data: {"line":"1"}\n\n', 'data: {"line":"2"}\n\n');
    expect(await programs.logs(contextOf(() => logs.next()))).toEqual(["1", "2"]);
    const stream = onDemand(delta("Hel"), delta("lo"));
    expect(await programs.functions(contextOf(() => stream.next()))).toEqual(["Hel", "lo"]);
  });

  it("[I.10] sends the headers of the call", async () => {
    onDemand(chunk("a"));
    await programs.headers(contextOf());
    expect(server.arrivals.at(-1)?.headers).toMatchObject({
      "x-mine": "1",
      authorization: "Bearer k",
    });
  });

  it("[I.10] rejects as other methods do before the response begins", async () => {
    server.play(json({ error: { message: "No such model." } }, 404));
    const error = await errorOf(programs.chat(contextOf()));
    expect(error).toMatchObject({ name: "NotFoundError", status: 404 });
  });
});

describe("a program of a package", () => {
  it.each(SURFACES)(
    "[I.10] has types by what asks for a stream, with the surface %s",
    (surface, _names, program) => {
      expect(typeErrors(packages.get(surface)?.files ?? [], program)).toEqual([]);
    },
  );
});

async function generatePackage(names?: string): Promise<readonly GeneratedFile[]> {
  const source = { path: "openapi.json", text: DESCRIPTION };
  const options = names ? { names: readNamesFile({ path: "stainless.yml", text: names }) } : {};
  return generate(importChecked(source, [], options).model);
}

/** Writes a package with a program beside it, which is loaded. */
async function load(
  name: string,
  files: readonly GeneratedFile[],
  program: string,
): Promise<Programs> {
  const folder = join(clients, name);
  for (const { path, text } of [...files, { path: "program.ts", text: program }]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return (await import(join(folder, "program.ts"))) as Programs; // the program above
}

/** A response whose pieces are sent one by one, when the program asks for the next one. */
function onDemand(...pieces: readonly string[]) {
  const rest = [...pieces];
  let push = (): void => undefined;
  const stream = { isClosed: false, next: (): void => push() };
  const step: Step = (response) => {
    response.once("close", () => (stream.isClosed = !response.writableFinished));
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    push = () => {
      const piece = rest.shift();
      if (piece === undefined) response.end();
      else response.write(piece);
    };
    push();
  };
  server.play(step);
  return stream;
}
