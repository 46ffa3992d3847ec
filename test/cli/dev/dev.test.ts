/** `typewire dev` without an entry. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { DeliveryAnswer, ListAnswer } from "../../../src/inspector/types.js";
import { createVerifier } from "../../../src/receive/signatures/verifier.js";
import { deliveries } from "../../cases/webhooks/presets.js";
import { closeServer, listenOn } from "../../http/server.js";
import { until } from "../../until.js";
import { createTestCli, type TestCli } from "../cli.js";
import { SECRET } from "./dev-process.js";
import { runDev } from "./run-dev.js";

const OTHER_SECRET = "whsec_YW5vdGhlciBzZWNyZXQgb2YgdGhlbQ==";

let cli: TestCli;
/** In a folder without a schema folder. */
let empty: TestCli;

beforeAll(async () => {
  [cli, empty] = await Promise.all([createTestCli(), createTestCli()]);
  await cli.writeStarter();
});
afterAll(() => Promise.all([cli.remove(), empty.remove()]));

describe("dev", () => {
  it("says in a line what became of a delivery, and why one was refused", async () => {
    const { out, url, api } = await start();
    expect((await send(url, "--id", "msg_1")).code).toBe(0);
    expect((await send(url, "--id", "msg_2", "--secret", OTHER_SECRET)).code).toBe(1);
    expect((await send(url, "--id", "msg_3", "--timestamp", "2026-01-31T12:00:00Z")).code).toBe(1);
    expect(out[0]).toMatch(/^\d\d:\d\d:\d\d note\.created msg_1 +verified +200 +\d+ ms$/);
    expect(out[2]).toMatch(/ msg_3 +TIMESTAMP_OUT_OF_TOLE… +400 /);
    for (const text of out) expect((text.split("\n")[0] ?? "").length).toBeLessThanOrEqual(80);
    const { deliveries } = (await api("deliveries")) as ListAnswer;
    expect(deliveries.map(({ id, outcome }) => [id, outcome])).toEqual([
      ["msg_3", "refused"],
      ["msg_2", "refused"],
      ["msg_1", "done"],
    ]);
    const [late] = deliveries;
    const shown = (await api(`delivery?key=${late?.key ?? ""}`)) as DeliveryAnswer;
    expect(shown.findings).toMatchObject([{ code: "TIMESTAMP_OUT_OF_TOLERANCE" }]);
    expect(shown.description?.types["/data/id"]).toEqual({ type: "string" });
  });

  it("prints JSON: each delivery verified and compared with the schema", async () => {
    const { out, err, url, stop } = await start(["--json"]);
    expect((await send(url, "--id", "1")).code).toBe(0);
    expect((await send(url, "--id", "2", "--set", "data.id=7")).code).toBe(0);
    expect((await send(url, "--id", "3", "--secret", OTHER_SECRET)).code).toBe(1);
    expect(await stop()).toBe(0);
    expect(out.map((line) => JSON.parse(line) as object)).toMatchObject([
      { id: "1", name: "note.created", valid: true },
      { id: "2", name: "note.created", valid: false, mistakes: ["/data/id must be string"] },
      { id: "3", outcome: "refused", verified: false, reason: "UNKNOWN", valid: false },
    ]);
    expect(err.join("\n")).toContain("Inspector: http://127.0.0.1:");
  });

  it.each(["--payload", "--json"])(
    "with %s shows what would reach the controls of the terminal, or reverse its text",
    async (option) => {
      const { out, url } = await start([option]);
      const text = "\u009b31m\u202e\u007f";
      expect((await send(url, "--set", `data.id=${text}`)).code).toBe(0);
      expect(out.join("\n")).toContain('"\\u009b31m\\u202e\\u007f"');
      expect(out.join("\n")).not.toMatch(/[\p{Bidi_Control}\u007f-\u009f]/u);
    },
  );

  it("says that a secret is none of the service, with the variable and the remedy", async () => {
    const { code, err } = await empty.run(["dev", "--port", "0"], {
      env: { WEBHOOK_SECRET: "plain text" },
    });
    expect(code).toBe(1);
    expect(err).toMatch(
      /^The secret in the variable WEBHOOK_SECRET does not fit .+: The secret is .+ Set the one that the service shows, or none to get a new one\.$/,
    );
    expect(err).not.toContain("plain text");
  });

  it("says which content type to choose for a form, on a line and on the page", async () => {
    const { out, url, api } = await start();
    const body = new URLSearchParams({ payload: "{}" });
    const answer = await fetch(url, { method: "POST", body });
    expect(answer.status).toBe(415);
    const { error } = (await answer.json()) as { readonly error: string };
    const text = `${error} It came with "application/x-www-form-urlencoded;charset=UTF-8".`;
    const advice =
      "Choose application/json as the content type in the settings of the webhook; GitHub's default is a form.";
    expect(out[0]).toContain(`  ${text} ${advice}`);
    expect(await api("delivery?key=1")).toMatchObject({
      findings: [{ code: "UNSUPPORTED_MEDIA_TYPE", text, hint: advice }],
    });
  });

  it("names another secret of the environment", async () => {
    const env = { WEBHOOK_SECRET: SECRET, WEBHOOK_SECRET_STAGING: OTHER_SECRET };
    const { out, url, api } = await start(["--json"], { io: { env } });
    expect((await send(url, "--secret", OTHER_SECRET)).code).toBe(1);
    expect(JSON.parse(out[0] ?? "")).toMatchObject({
      name: "note.created",
      outcome: "refused",
      verified: false,
      reason: "SECRET_OTHER",
      findings: [
        { message: "The delivery is signed with another secret: WEBHOOK_SECRET_STAGING." },
      ],
    });
    expect(await api("delivery?key=1")).toMatchObject({ findings: [{ code: "SECRET_OTHER" }] });
    expect(JSON.stringify([out, await api("delivery?key=1")])).not.toContain(OTHER_SECRET);
  });

  it.each(
    deliveries.filter(({ title }) =>
      ["github, as a form", "stripe", "slack's commands", "shopify", "twilio's messages"].includes(
        title,
      ),
    ),
  )("shows a delivery by its name, with the preset of $title", async (delivery) => {
    const { scheme, body, type, event } = delivery;
    const [preset = ""] = /^\w+/.exec(delivery.title) ?? [];
    const argv = ["--preset", preset, "--public-url", "https://public.example/hooks"];
    const { out, url, api } = await start(argv, { ready: `Service: ${preset}` });
    expect(url).toMatch(/\/webhooks$/);
    const verifier = createVerifier(scheme, { secrets: [SECRET] });
    const signed = verifier.sign(body, { url: "https://public.example/hooks" });
    const headers = { "content-type": type, ...delivery.headers, ...signed };
    expect((await fetch(url, { method: "POST", headers, body })).status).toBe(200);
    expect(out.join()).toContain(`${event.name} `);
    expect(out.join()).toContain("verified");
    expect(await api("delivery?key=1")).toMatchObject({ event: event.name, outcome: "done" });
    const forged = { ...headers, [scheme.header]: "sha256=00" };
    expect((await fetch(url, { method: "POST", headers: forged, body })).status).toBe(400);
  });

  it("refuses a preset that is none, and one beside an entry", async () => {
    const unknown = await empty.run(["dev", "--preset", "strip"], {});
    expect(unknown.code).toBe(2);
    expect(unknown.err).toContain(
      "The value of --preset is strip; expected standard-webhooks:<header prefix>, or one of github,",
    );
    await empty.write("hooks.js", "");
    const both = await empty.run(["dev", "hooks.js", "--preset", "stripe"], {});
    expect([both.code, both.err.split("\n")[0]]).toEqual([
      2,
      "--preset is for a run without an entry, which has a receiver of its own.",
    ]);
  });

  it("needs neither a schema folder nor a secret, and prints the command to run next", async () => {
    const { out, url, find } = await runDev(empty.folder, [], { ready: "Try: " });
    const [, ...words] = /npx typewire-cli (send .*)$/.exec(find("Try: ") ?? "") ?? [];
    expect(words[0]).toContain(`--to ${url} --secret whsec_`);
    const sent = await empty.run((words[0] ?? "").split(" "), { fetch });
    expect(sent).toMatchObject({ code: 0 });
    expect(out.join()).toContain("verified");
  });

  it("takes a free port where nobody asked for one and 3000 is in use", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => {
      other.once("error", () => resolve()); // somebody else has it, which will do
      other.listen(3_000, "127.0.0.1", resolve);
    });
    onTestFinished(() => void other.close());
    const { err, url, find } = await start([], { ports: [] });
    expect(err[0]).toContain("Port 3000 is in use; a free one is taken.");
    expect(find("Try: ")).toContain(`--to ${url}`);
    const refused = await cli.run(["dev", "--port", "3000", "--secret", SECRET]);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("3000 is in use") });
  });

  it("forwards byte for byte, and answers as the target does", async () => {
    const target = await startTarget(503, "come back later");
    const { out, url } = await start(["--forward", `${target.port}/hooks`]);
    const body = '{ "type":"note.created", "n": 1.0, "u": "\\u00e9\\/" }';
    await cli.write("odd.json", body);
    const signed = await cli.run(["sign", "odd.json", "--id", "msg_1", "--json"], {
      env: ENV,
    });
    const headers = {
      ...(JSON.parse(signed.out) as Record<string, string>),
      "content-type": "application/json",
      "x-own": "kept",
    };
    const answer = await fetch(url, { method: "POST", headers, body });
    expect([answer.status, await answer.text()]).toEqual([503, "come back later"]);
    expect(target.requests[0]?.body.toString()).toBe(body);
    expect(target.requests[0]?.headers).toMatchObject({ "x-own": "kept", "webhook-id": "msg_1" });
    expect(out[0]).toContain(`Forwarded: http://127.0.0.1:${target.port} answered 503: come back`);
    expect((await send(url, "--secret", OTHER_SECRET)).code).toBe(1);
    expect(target.requests).toHaveLength(1);
  });

  it("records what it verifies, and begins with what was recorded", async () => {
    const first = await start(["--record", "seen.jsonl"]);
    await send(first.url);
    await send(first.url, "--secret", OTHER_SECRET);
    await first.stop();
    const lines = (await readFile(join(cli.folder, "seen.jsonl"), "utf8")).trim().split("\n");
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { name: "note.created", payload: { type: "note.created" } },
    ]);
    const { api, out } = await start(["--load", "seen.jsonl"]);
    expect(await api("deliveries")).toMatchObject({ deliveries: [{ outcome: "done" }] });
    expect(out).toEqual([]);
    expect(await api("reconciliation")).toMatchObject({
      summary: expect.stringContaining("1 of 1"),
    });
  });

  it("follows a relay of its own", async () => {
    const { out, find } = await start(["--serve", "0", "--no-inspector"]);
    expect((await send(find("Relay: ") ?? "")).code).toBe(0);
    await until(() => expect(out[0]).toMatch(/note\.created .* verified +200/));
  });

  it("tries again to pass on what a relay has brought, while the target is down", async () => {
    const target = await startTarget(503, "come back later");
    const { out, find } = await start(["--serve", "0", "--forward", String(target.port)]);
    await send(find("Relay: ") ?? "");
    await until(() => expect(target.requests).toHaveLength(1));
    target.answerWith({ status: 200, text: "here again" });
    await until(() => expect(out[0]).toMatch(/answered 200: here again \(attempt \d\)/));
    expect(target.requests[0]?.body.equals(target.requests[1]?.body ?? Buffer.of())).toBe(true);
  });

  it("shows what comes to a relay without being a delivery, and says why it is refused", async () => {
    const { out, find, api } = await start(["--serve", "0"]);
    await fetch(find("Relay: ") ?? "", { method: "POST", body: "hello" });
    await until(() => expect(out[0]).toMatch(/HEADER_MISSING|SIGNATURE_MISSING/));
    expect(await api("deliveries")).toMatchObject({ deliveries: [{ outcome: "refused" }] });
  });

  it("obeys keys, and gives the terminal back", async () => {
    const modes: boolean[] = [];
    const input = Object.assign(new PassThrough(), {
      isTTY: true,
      setRawMode: (isRaw: boolean) => modes.push(isRaw),
    });
    const opened: string[] = [];
    const terminal = new PassThrough();
    const openPage = (url: string) => void opened.push(url);
    const dev = await start([], { io: { env: ENV, input, terminal, openPage } });
    await until(() => expect(dev.find("Keys: ")).toBeDefined());
    input.write("r");
    await until(() => expect(dev.err.at(-1)).toBe("There is no delivery yet."));
    await send(dev.url, "--id", "msg_1");
    input.write("r");
    await until(() => expect(dev.out).toHaveLength(2));
    expect(dev.out[1]).toContain("msg_1");
    input.write("o");
    await until(() => expect(opened).toEqual([dev.page]));
    input.write("/nothing\r");
    await until(() => expect(dev.err.at(-1)).toContain("nothing"));
    await send(dev.url);
    expect(dev.out).toHaveLength(2);
    input.write("q");
    expect(await dev.running).toBe(0);
    expect(modes).toEqual([true, false]);
  });
});

const ENV = { WEBHOOK_SECRET: SECRET };

/** Runs `dev` in the folder with the starter's schema. */
function start(argv: readonly string[] = [], options: Parameters<typeof runDev>[2] = {}) {
  return runDev(cli.folder, argv, { ready: "Try: ", io: { env: ENV }, ...options });
}

/** Sends a delivery of `note.created` by the command `send`. */
function send(url: string, ...options: readonly string[]) {
  return cli.run(["send", "note.created", url, ...options], { env: ENV, fetch });
}

/** Starts a target of `--forward`, which keeps each request, and answers it until it is told otherwise. */
async function startTarget(status: number, text: string) {
  let answer = { status, text };
  const requests: TargetRequest[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      requests.push({ headers: request.headers, body });
      response.writeHead(answer.status).end(answer.text);
    });
  });
  const port = await listenOn(server);
  onTestFinished(() => closeServer(server));
  const answerWith = (next: typeof answer): void => {
    answer = next;
  };
  return { port, requests, answerWith };
}

interface TargetRequest {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}
