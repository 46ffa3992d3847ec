/** `typewire update` of a description that it cannot get, or does not take: nothing changes. */
import { readFile, stat } from "node:fs/promises";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { parse } from "yaml";
import { close, listen } from "../../cli/io/servers.js";
import { createTestCli, type Outcome, runCli, type TestCli } from "./cli.js";
import { DESCRIPTION, NEXT } from "./fixtures/acme-api.js";

const OTHER = `openapi: 3.1.0
info: { title: Weather, version: 1.0.0 }
servers: [{ url: "https://weather.example" }]
paths: { /rain: { get: { operationId: rain/get, responses: { "200": { description: Rain. } } } } }
`;
const SWAGGER = `swagger: "2.0"
info: { title: Acme API, version: 1.0.0 }
host: api.acme.example
schemes: [https]
paths:
  /things: { get: { operationId: things/list, responses: { "200": { description: The things. } } } }
`;
const SIGN_IN = "<!doctype html>\n<html><head><title>Acme: sign in</title></head></html>";

let cli: TestCli;
let origin: string;
/** Answers each request to the server. A test that asks the server sets it first. */
let answer: RequestListener;
const server = createServer((request, response) => answer(request, response));

/** `fetch` of Node, which tests do not get otherwise. */
const overNetwork: typeof fetch = (...args) => fetch(...args);

/** The package is made once: no case changes it, which is what the cases show. */
beforeAll(async () => {
  cli = await createTestCli();
  ({ origin } = await listen(server, 0, "127.0.0.1"));
  answer = send(DESCRIPTION);
  const argv = ["init", "made", "--from", `${origin}/openapi.yaml`, "--yes"];
  expect(await cli.run(argv, { fetch: overNetwork })).toMatchObject({ code: 0 });
});

afterAll(async () => {
  close(server);
  await cli.remove();
});

interface RefusalCase {
  readonly title: string;
  /** Answers the requests of the command. */
  readonly respond: RequestListener;
  /** Part of the message with all options. */
  readonly complaint: string;
  /** Further parts of the message of `update` without options. Default: none is expected. */
  readonly advice?: readonly string[];
}

describe("typewire update changes nothing for", () => {
  const json = JSON.stringify(parse(NEXT), undefined, 2);
  it.each<RefusalCase>([
    {
      title: "404",
      respond: send("Not found", 404),
      complaint: "answered with status 404",
      advice: ["update --from FILE|URL"],
    },
    { title: "500", respond: send("Oops", 500), complaint: "answered with status 500" },
    {
      title: "a redirect without an address",
      respond: send("", 302),
      complaint: "answered with status 302",
    },
    {
      title: "a redirect to itself",
      respond: redirect("/openapi.yaml"),
      complaint: "redirect count exceeded",
    },
    {
      title: "a redirect to a file",
      respond: redirect("file:///etc/passwd"),
      complaint: "cannot be reached",
    },
    {
      title: "a redirect to a missing page",
      respond: redirect("/x", send("", 404)),
      complaint: "/x, answered with status 404",
    },
    {
      title: "a redirect to a page",
      respond: redirect("/sign-in", send(SIGN_IN)),
      complaint: "/sign-in, is a web page",
    },
    {
      title: "a page",
      respond: send(SIGN_IN),
      complaint: "is a web page",
      advice: ["Open the address in a browser"],
    },
    {
      title: "an error as JSON",
      respond: send('{ "error": "Slow down" }'),
      complaint: "OpenAPI version is missing",
    },
    {
      title: "a closed connection",
      respond: ({ socket }) => socket.destroy(),
      complaint: "cannot be reached",
    },
    { title: "an answer that ends early", respond: endEarly, complaint: "cannot be reached" },
    {
      title: "an empty file",
      respond: send(""),
      complaint: "The content is",
      advice: ["the input is empty", "update --from FILE|URL"],
    },
    { title: "spaces", respond: send(" \n"), complaint: "the input is empty" },
    {
      title: "JSON that is cut off",
      respond: send(json.slice(0, json.length / 2)),
      complaint: "neither JSON nor YAML",
    },
    {
      title: "YAML that is cut off in a line",
      respond: send(cutOffAt("application/json", NEXT)),
      complaint: "neither JSON nor YAML",
    },
    {
      title: "YAML that is cut off between lines",
      respond: send(cutOffAt("components:", NEXT)),
      complaint: "seems to be incomplete: it refers to #/components/schemas/Thing",
      advice: ["--label openapi"],
    },
    {
      title: "gzip that is cut off",
      respond: send(gzipSync(NEXT).subarray(0, 60)),
      complaint: "cannot be decompressed",
    },
    {
      title: "text",
      respond: send("Hello"),
      complaint: 'The content is "Hello"; expected a map with `openapi`',
    },
    { title: "a list", respond: send("[]"), complaint: "expected a map with `openapi`" },
    {
      title: "bytes",
      respond: send(Uint8Array.of(0, 255, 254)),
      complaint: "neither JSON nor YAML",
    },
    {
      title: "a later OpenAPI",
      respond: send(NEXT.replace("3.1.0", "4.0.0")),
      complaint: 'OpenAPI version is "4.0.0"',
    },
    {
      title: "no routes",
      respond: send(`${cutOffAt("paths:", DESCRIPTION)}paths: {}\n`),
      complaint: "describes no route",
    },
    {
      title: "another service",
      respond: send(OTHER),
      complaint: 'its title is "Weather"',
      advice: ["npx typewire import"],
    },
    {
      title: "another service at the same address",
      respond: send(OTHER.replace("weather.example", "api.acme.example")),
      complaint: "of 2 routes and events of the one before, it has none",
    },
    {
      title: "another service with the same title",
      respond: send(OTHER.replace("Weather", "Acme API")),
      complaint: "of 2 routes and events of the one before, it has none",
    },
  ])("$title", async ({ respond, complaint, advice = [] }) => {
    answer = respond;
    await expectRefusal(() => update(), [complaint, ...advice]);
    await expectRefusal(() => update(["--dry-run"]), [complaint]);
    await expectRefusal(() => update(["--check"]), [complaint]);
  });

  it("an address that nobody answers", async () => {
    const cause = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    const refuse = () => Promise.reject(new TypeError("fetch failed", { cause }));
    await expectRefusal(
      () => update([], refuse),
      [
        `${origin}/openapi.yaml cannot be reached (connect ECONNREFUSED)`,
        `import.yaml remembers ${origin}/openapi.yaml. If the description is elsewhere now:`,
      ],
    );
  });

  it("a server that is silent", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const wait = () => {
      queueMicrotask(() => vi.runAllTimers());
      return new Promise<never>(() => undefined);
    };
    await expectRefusal(() => update([], wait), ["has sent nothing for 30 seconds"]);
    vi.useRealTimers();
  });

  it("a redirect from https to http", async () => {
    const downgrade: typeof fetch = () => {
      const response = new Response(NEXT);
      const redirected = { redirected: { value: true }, url: { value: "http://acme.example/x" } };
      return Promise.resolve(Object.defineProperties(response, redirected));
    };
    await expectRefusal(
      () => update(["--from", "https://acme.example/x"], downgrade),
      ["redirected to http://acme.example/x, is not encrypted; expected https"],
    );
  });
});

describe("typewire update takes", () => {
  it.each<readonly [what: string, answer: RequestListener]>([
    ["a redirect", redirect("/v2/openapi.yaml")],
    ["a byte order mark", send(`\uFEFF${NEXT}`)],
    ["a byte order mark before JSON", send(`\uFEFF${JSON.stringify(parse(NEXT))}`)],
    ["gzip on the way", send(gzipSync(NEXT), 200, { "content-encoding": "gzip" })],
    ["a gzip file", send(gzipSync(NEXT))],
  ])("%s", async (_what, respond) => {
    answer = respond;
    const { out } = await update(["--dry-run"]);
    expect(out).toContain("`query limit` is stricter: `maximum: 100` → `maximum: 50`");
  });

  it("Swagger 2.0 of the same service", async () => {
    answer = send(SWAGGER);
    expect((await update(["--dry-run", "--label", "openapi"])).out).toContain("`GET /things/{id}`");
  });
});

/** The text before the place where the mark stands first. */
function cutOffAt(mark: string, text: string): string {
  return text.slice(0, text.indexOf(mark));
}

/** Answers every request. */
function send(
  body: string | Uint8Array,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): RequestListener {
  return (_, response) => response.writeHead(status, headers).end(body);
}

/** Redirects the address of the description, and answers at the new one. */
function redirect(location: string, next = send(NEXT)): RequestListener {
  return (request, response) => {
    if (request.url === "/openapi.yaml") send("", 302, { location })(request, response);
    else next(request, response);
  };
}

/** Ends the connection before the announced length. */
function endEarly(_: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { "content-length": String(NEXT.length) });
  response.write(NEXT.slice(0, 100), () => response.destroy());
}

/** Contents and times of all files. */
async function snapshot(): Promise<Readonly<Record<string, readonly [string, number]>>> {
  const entries = (await cli.list("made")).map(async (path) => {
    const file = join(cli.folder, "made", path);
    const { mtimeMs } = await stat(file);
    return [path, [await readFile(file, "latin1"), mtimeMs] as const] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Expects that a command fails with these messages, and changes nothing. */
async function expectRefusal(run: () => Promise<Outcome>, messages: readonly string[]) {
  const before = await snapshot();
  const { code, out, err } = await run();
  expect({ code, out }).toEqual({ code: 1, out: "" });
  for (const message of messages) expect(err).toContain(message);
  expect(err).toMatch(/\bNothing was changed\./);
  expect(err).not.toMatch(/\n +at /); // of a stack
  expect(await snapshot()).toEqual(before);
}

/** Runs `update` in the folder of the package. */
function update(argv: readonly string[] = [], ask = overNetwork): Promise<Outcome> {
  return runCli(join(cli.folder, "made"), ["update", ...argv], { fetch: ask });
}
