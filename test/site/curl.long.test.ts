/** The commands of curl on the pages of routes send what the client sends; they run in a shell. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingHttpHeaders, RequestListener, Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bindBuilder } from "../../cli/docs/requests.js";
import { readSchemaFolder } from "../../codegen/files/folders.js";
import { readSchema } from "../../codegen/read-schema.js";
import { type BuildRequest, describeService } from "../../codegen/site/site.js";
import type { SampleRequest } from "../../codegen/site/curl.js";
import { sample } from "../sample.js";
import { close, listen } from "../inspector/browser.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Each of them starts a shell and curl, so that only `npm run test:all` runs those of all 1,223 routes. */
const MOST_COMMANDS = 80;

/** A token that a shell would change without its quotes. */
const SECRET = "a$HOME b";

const received: Received[] = [];
const receive: RequestListener = (request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    const { method, url, headers } = request;
    received.push({ method, url, headers, body: Buffer.concat(parts) });
    response.end("{}");
  });
};

const folder = mkdtempSync(join(tmpdir(), "curl-"));
let server: Server;
let origin = "";
beforeAll(async () => {
  writeFileSync(join(folder, "file"), "content");
  ({ server, origin } = await listen(receive));
});
afterAll(async () => {
  await close(server);
  rmSync(folder, { recursive: true });
});

it.each(["schema", "examples/vendors/stripe-like/schema"])(
  "the commands for %s send what the client sends",
  async (schema) => {
    const { samples, build, commands } = await describeSamples(schema);
    expect(samples.length).toBeGreaterThan(4);
    expect(commands.size).toBe(samples.length);
    const differences: unknown[] = [];
    for (const { route, parameters } of samples) {
      const request = build(route, parameters);
      const expected = await normalize(toRequest(request));
      const sent = await run(commands.get(route) ?? "", new URL(request.url).origin);
      const actual = await normalize(toReceivedRequest(sent));
      if (JSON.stringify(actual) !== JSON.stringify(expected))
        differences.push({ route, actual, expected });
      expect(sent.headers.authorization).toContain(SECRET);
    }
    expect(differences).toEqual([]);
  },
  300_000,
);

/** Describes some routes of a service: pages of all of a large one take long. */
async function describeSamples(schema: string) {
  const bound: { build?: BuildRequest } = {};
  const model = readSchema(await readSchemaFolder(join(ROOT, schema)));
  const routes = sample(schema, model.routes, 0, undefined, MOST_COMMANDS);
  const { pages, samples } = await describeService({ ...model, routes }, (catalog) => {
    bound.build = bindBuilder(catalog);
    return bound.build;
  });
  const { build } = bound;
  if (build === undefined) throw new Error("No request was built.");
  return { samples, build, commands: readCommands(pages.map(({ body }) => body).join("\n")) };
}

/** The commands on pages, by route. */
function readCommands(text: string): ReadonlyMap<string, string> {
  const sections = text.split(/^<p class="route"><code[^>]*>/m).slice(1);
  return new Map(
    sections.flatMap((section) => {
      const route = section
        .slice(0, section.indexOf("</code>"))
        .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
      const [, command] = /^```sh title="curl"[^\n]*\n([^]*?)\n```$/m.exec(section) ?? [];
      return command === undefined ? [] : [[route, command] as const];
    }),
  );
}

/** Runs a command in a shell, with the server of the test in place of the service; returns what was received. */
async function run(command: string, base: string): Promise<Received> {
  const here = command.replace(base, origin).replace(/^curl/, "curl --silent --max-time 20");
  const names = [...command.matchAll(/\$([A-Z]\w*)/g)].map(([, name = ""]) => [name, SECRET]);
  const env = { PATH: process.env["PATH"] ?? "", ...Object.fromEntries(names) };
  received.length = 0;
  await promisify(execFile)("sh", ["-c", here], { cwd: folder, env });
  const [request] = received;
  if (request === undefined) throw new Error(`Nothing came of ${command}`);
  return request;
}

/** What counts of a request: JSON by its value, a form by its parts. */
async function normalize(request: Request): Promise<object> {
  const type = request.headers.get("content-type") ?? "";
  const { pathname, search } = new URL(request.url);
  const route = { method: request.method, target: pathname + search, accept: acceptOf(request) };
  if (type.startsWith("multipart/")) {
    const parts = [...(await request.formData())].map(async ([name, value]) => [
      name,
      typeof value === "string" ? value : await value.text(),
    ]);
    return { ...route, parts: await Promise.all(parts) };
  }
  const text = await request.text();
  const body = /json/.test(type) && text !== "" ? (JSON.parse(text) as unknown) : text;
  return { ...route, body, type: text === "" ? "" : type.replace(/;.*/, "") };
}

/** A command leaves out the most usual type, for which curl asks for anything. */
function acceptOf({ headers }: Request): string {
  return (headers.get("accept") ?? "").replace("*/*", "application/json");
}

function toReceivedRequest({ method = "", url = "", headers, body }: Received): Request {
  const content = body.length === 0 ? {} : { body: new Uint8Array(body) };
  const plainHeaders = headers as Record<string, string>; // curl repeats no header
  return new Request(new URL(url, origin), { method, headers: plainHeaders, ...content });
}

function toRequest({ method, url, headers, body }: SampleRequest): Request {
  const isJson = /json/.test(headers["content-type"] ?? "");
  const isSent = body instanceof FormData || body instanceof Blob || typeof body === "string";
  const content = isSent && !isJson ? body : JSON.stringify(body);
  return new Request(url, { method, headers, ...(body !== undefined && { body: content }) });
}

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}
