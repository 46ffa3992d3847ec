/** `typewire relay` and `typewire relay serve`. */
import { createServer as createHttpServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { closeServer, listenOn } from "../http/server.js";
import { until } from "../until.js";
import { createTestCli, type Outcome, type Surroundings, type TestCli } from "./cli.js";
import { createInspectorApi } from "./inspector-api.js";

const SECRET = { WEBHOOK_SECRET: "whsec_dGhlIHNlY3JldCBvZiB0aGUgdGVzdHM=" };

let cli: TestCli;
beforeAll(async () => {
  cli = await createTestCli();
  await cli.writeStarter();
});
afterAll(() => cli.remove());

describe("relay serve", () => {
  it("brings a delivery to a follower, and both end when they are told to", async () => {
    const { url, lines, end } = await serve();
    expect(lines[0]).toMatch(/^Listening on http:\/\/127\.0\.0\.1:\d+$/);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}$/);
    const follower = start(["relay", url, "--json"]);
    await until(() => expect(follower.lines).toContain(`Connected to ${new URL(url).origin}.`));
    expect(await send(url)).toMatchObject({ code: 0 });
    await until(() => expect(follower.outputs).toHaveLength(1));
    const outcome = await follower.end();
    expect(outcome.code).toBe(0);
    expect(JSON.parse(outcome.out)).toMatchObject({ name: "note.created", valid: true });
    expect((await end()).code).toBe(0);
  });

  it("keeps deliveries in a file, which --all brings when it is started again", async () => {
    const options = ["--store", "relay.db", "--channel", "acme", "--keep", "2d"];
    const first = await serve(...options);
    expect(await send(first.url)).toMatchObject({ code: 0 });
    await first.end();
    const second = await serve(...options);
    const follower = start(["relay", second.url, "--all", "--json"]);
    await until(() => expect(follower.lines.join()).toContain("all that it keeps"));
    await until(() => expect(follower.outputs.join()).toContain('"note.created"'));
    await follower.end();
  });

  it("lists the channels of its store when it is started again", async () => {
    const first = await serve("--store", "listed.db");
    const { pathname, port } = new URL(first.url);
    await send(first.url);
    await first.end();
    const second = await serve("--store", "listed.db", "--port", port);
    expect(second.lines.join("\n")).toContain(
      `Channels with deliveries, the last one first:\n  http://127.0.0.1:${port}${pathname}`,
    );
  });

  it("lets a follower go on where it stopped, unless an option says where to begin", async () => {
    const first = await serve("--store", "kept.db");
    const { url } = first;
    const one = await follow(url);
    expect(one.lines.join()).not.toContain("Going on");
    expect(await send(url)).toMatchObject({ code: 0 });
    await until(() => expect(one.outputs).toHaveLength(1));
    await one.end();
    await send(url);
    await send(url);
    await first.end();

    await serve("--store", "kept.db", "--port", new URL(url).port);
    const two = await follow(url);
    await until(() => expect(two.outputs).toHaveLength(2));
    expect(two.lines.join()).toContain("Going on where the last run stopped");
    await two.end();

    const three = await follow(url);
    await send(url);
    await until(() => expect(three.outputs).toHaveLength(1));
    await three.end();
    await send(url);
    const onlyNew = await follow(url, "--new");
    await send(url);
    await until(() => expect(onlyNew.outputs).toHaveLength(1));
    await onlyNew.end();
    const all = await follow(url, "--since", "1h");
    await until(() => expect(all.outputs).toHaveLength(6));
    const kept = await cli.list(".typewire");
    expect(kept.join()).toMatch(/^\.gitignore(?:,followed-[0-9a-f]{16})+$/);
  });

  it.each([
    [["--all", "--new"], "--all and --new are given"],
    [["--new", "--since", "1h"], "--new and --since are given"],
    [["--since", "yesterday"], "expected a duration such as 30m, 12h or 3d"],
  ])("refuses %j", async (argv, message) => {
    const outcome = await cli.run(["relay", "http://127.0.0.1:1/a", ...argv], { env: SECRET });
    expect(outcome).toMatchObject({ code: 2, err: expect.stringContaining(message) });
  });

  it("asks followers for its token", async () => {
    const { url } = await serve("--token", "s3cret");
    const refused = await cli.run(["relay", url], { env: SECRET, fetch });
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("401") });
    const follower = start(["relay", url, "--token", "s3cret"]);
    await until(() => expect(follower.lines.join()).toContain("Connected"));
    const other = start(["relay", url], { env: { RELAY_TOKEN: "s3cret" } });
    await until(() => expect(other.lines.join()).toContain("Connected"));
  });
});

describe("relay serve with a store that cannot be opened", () => {
  it.each(["missing/relay.db", "schema/vendor.yaml"])("ends, and says why: %s", async (file) => {
    const { code, err } = await cli.run(["relay", "serve", "--port", "0", "--store", file]);
    expect(code).toBe(1);
    expect(err).toMatch(/^The store \S+ cannot be opened: .*(open|not a database)/);
  });
});

describe("relay serve --inspector", () => {
  it("shows a channel to this machine, and sends again to those who follow", async () => {
    const { page, url, who, end } = await servePages();
    expect(who).toBe("from this machine");
    expect(await send(url)).toMatchObject({ code: 0 });
    const { status, answer } = await readDeliveries(page);
    expect([status, JSON.parse(answer)]).toMatchObject([
      200,
      { deliveries: [{ key: "1", event: "note.created", outcome: "received" }] },
    ]);
    await follow(url);
    const resent = await createInspectorApi(page)("resend", { key: "1" });
    expect(resent).toEqual({ status: 202, text: "Stored again, for one follower." });
    await until(async () =>
      expect(await readDeliveries(page)).toMatchObject({ answer: /"key":"2"/ }),
    );
    expect((await end()).code).toBe(0);
  });

  it("refuses whoever is not on this machine, and channels that do not exist", async () => {
    const { page } = await servePages("--channel", "acme");
    expect(await readDeliveries(page)).toMatchObject({ status: 200 });
    expect(await readDeliveries(page, { "x-forwarded-for": "203.0.113.7" })).toMatchObject({
      status: 403,
    });
    expect(await readDeliveries(page.replace("acme", "other"))).toMatchObject({ status: 404 });
    expect(await readDeliveries(page.replace("acme/", ""))).toMatchObject({ status: 404 });
  });

  it("asks for the token of followers, as a password or a bearer token", async () => {
    const { page, who } = await servePages("--channel", "acme", "--token", "s3cret");
    expect(who).toBe("with the token as password");
    const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
    for (const [authorization, status] of [
      [basic("me:s3cret"), 200],
      [basic(":s3cret"), 200],
      ["Bearer s3cret", 200],
      ["", 401],
      ["Bearer other", 401],
      [basic("s3cret"), 401],
      [basic("s3cret:"), 401],
    ] as const) {
      const { response } = await readDeliveries(page, {
        authorization,
        "x-forwarded-for": "203.0.113.7",
      });
      expect([authorization, response.status]).toEqual([authorization, status]);
      if (status === 401) expect(response.headers.get("www-authenticate")).toMatch(/^Basic realm=/);
    }
  });

  it("takes its path from channels", async () => {
    const outcome = await cli.run(["relay", "serve", "--inspector", "--channel", "inspector"]);
    expect(outcome).toMatchObject({ code: 2, err: /A channel is named inspector/ });
  });
});

describe("relay", () => {
  it.each([
    ["a port", (port: number) => `${port}`, "/"],
    ["a port and a path", (port: number) => `${port}/hooks`, "/hooks"],
    ["an address without a scheme", (port: number) => `localhost:${port}/hooks`, "/hooks"],
    ["a URL", (port: number) => `http://127.0.0.1:${port}/hooks`, "/hooks"],
  ])("takes %s for --forward", async (_title, toTarget, path) => {
    const requests: string[] = [];
    const server = createHttpServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      response.end();
    });
    const port = await listenOn(server);
    onTestFinished(() => closeServer(server));
    const { url } = await serve();
    const follower = start(["relay", url, "--forward", toTarget(port)]);
    await until(() => expect(follower.lines.join()).toContain("Connected"));
    await send(url);
    await until(() => expect(requests).toEqual([`POST ${path}`]));
  });

  it.each<[argv: readonly string[], message: string]>([
    [["https://events.hookdeck.com/e/src_1"], "run `hookdeck listen 3000` beside"],
    [["https://hkdk.events/abc"], "There is no relay at hkdk.events. Hookdeck sends"],
    [["https://api.stripe.com/v1"], "run `stripe listen --forward-to"],
    [["https://abc.ngrok-free.app/x"], "A tunnel needs no relay"],
    [["wss://relay.example/x"], "one of a WebSocket"],
    [["https://relay.example/x", "--forward", "ftp://x"], "The value of --forward is ftp://x"],
    [["serve", "--keep", "3"], "The value of --keep is 3; expected a duration"],
    [["serve", "--keep", "0d"], "expected a duration such as 30m, 12h or 3d"],
    [["serve", "--port", "x"], "The value of --port is x"],
    [["serve", "more"], "expected options only"],
  ])("refuses %j in one line", async (argv, message) => {
    const { code, err } = await cli.run(["relay", ...argv], { env: SECRET });
    expect(code).toBe(2);
    expect(err.split("\n")[0]).toContain(message);
  });
});

/** Starts a command that waits, until the end of the test, and collects what it prints. */
function start(argv: readonly string[], { env = {} }: Surroundings = {}) {
  const interruption = new AbortController();
  const [lines, outputs]: [string[], string[]] = [[], []];
  const running = cli.run(argv, {
    env: { ...SECRET, ...env },
    signal: interruption.signal,
    onOutput: (text) => outputs.push(text),
    onError: (line) => lines.push(line),
    fetch,
  });
  const end = (): Promise<Outcome> => {
    interruption.abort();
    return running;
  };
  onTestFinished(async () => {
    await end();
  });
  /** `lines` are those of standard error, `outputs` the deliveries on standard output. */
  return { lines, outputs, end };
}

/** Starts a relay, and returns it with the address of its last channel. */
async function serve(...options: readonly string[]) {
  const relay = start(["relay", "serve", "--port", "0", ...options]);
  await until(() => expect(relay.lines.at(-1)).toMatch(/^ {2}http/));
  return { ...relay, url: relay.lines.at(-1)?.trim() ?? "" };
}

/** Starts a follower of a channel, and waits until it is connected. */
async function follow(url: string, ...options: readonly string[]) {
  const follower = start(["relay", url, "--json", ...options]);
  await until(() => expect(follower.lines.join()).toContain("Connected"));
  return follower;
}

function send(url: string): Promise<Outcome> {
  return cli.run(["send", "note.created", url], { env: SECRET, fetch });
}

/** Starts a relay with pages, and returns the page of its last channel, and who may see it. */
async function servePages(...options: readonly string[]) {
  const relay = start(["relay", "serve", "--port", "0", "--inspector", ...options]);
  await until(() => expect(relay.lines.at(-1)).toMatch(/^Inspector: /));
  const [, page = "", who] = /^Inspector: (\S+) \((.*)\)$/.exec(relay.lines.at(-1) ?? "") ?? [];
  const url = page.replace("/inspector/", "/").replace(/\/$/, "");
  return { ...relay, page, who, url };
}

async function readDeliveries(page: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(`${page}api/deliveries`, { headers });
  return { status: response.status, answer: await response.text(), response };
}
