/** `send` and `verify`, for every scheme. */
import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { SAMPLES } from "../cases/signatures/deliveries.js";
import { closeServer, listenOn } from "../http/server.js";
import { createTestCli, type TestCli } from "./cli.js";

const RECEIVER = "https://acme.example/hooks";

let cli: TestCli;
/** `vendor.yaml` of the starter. */
let vendor = "";

beforeAll(async () => {
  cli = await createTestCli();
  await cli.writeStarter();
  vendor = await cli.read("schema/vendor.yaml");
});
afterAll(() => cli.remove());

describe.each(SAMPLES)("the scheme $name", ({ name, secret, otherSecret, description }) => {
  it("[E.11] is sent, verified, and explained", async () => {
    await useScheme(name);
    const delivery = await createDelivery(secret, ...setTimestamp(description));
    const argv = ["verify", "--url", RECEIVER, ...toOptions(delivery)];
    const input = delivery.body;
    const { code, out } = await cli.run(argv, { ...secretIn(secret), input });
    expect({ code, out }).toEqual({ code: 0, out: "The delivery is authentic." });
    const rotated = secretIn(otherSecret, { WEBHOOK_SECRET_OLD: secret });
    const refused = await cli.run(argv, { ...rotated, input });
    expect(refused.code).toBe(1);
    expect(refused.err).toContain("another secret: WEBHOOK_SECRET_OLD. (SECRET_OTHER)");
    expect(refused.err).not.toContain(secret);
  });
});

/** A token covers no body, and Twilio signs the fields of a form, not its bytes. */
const SIGNING_BYTES = SAMPLES.filter(({ name }) => name !== "gitlab-token" && name !== "twilio");

describe.each(SIGNING_BYTES)("the scheme $name", ({ name, secret, description }) => {
  it("[E.11] explains that a body was rewritten", async () => {
    await useScheme(name);
    const delivery = await createDelivery(secret, ...setTimestamp(description));
    const input = JSON.stringify(JSON.parse(delivery.body), null, 2);
    const argv = ["verify", "--url", RECEIVER, ...toOptions(delivery)];
    const { code, err } = await cli.run(argv, { ...secretIn(secret), input });
    expect(code).toBe(1);
    expect(err).toContain("(BODY_REWRITTEN)");
  });
});

describe("send", () => {
  const [{ secret } = { secret: "" }] = SAMPLES;

  it("sends several deliveries, each with an id of its own", async () => {
    await useScheme("github");
    const received: string[] = [];
    const server = createServer((request, response) => {
      request.resume().once("end", () => response.end());
      received.push(request.url ?? "");
    });
    const port = await listenOn(server);
    onTestFinished(() => closeServer(server));
    const to = `http://127.0.0.1:${port}/hooks`;
    const argv = ["send", "note.created", "--to", to, "--times", "3", "--every", "5", "--json"];
    const { code, out } = await cli.run(argv, { ...secretIn(secret), fetch });
    expect(code).toBe(0);
    expect(received).toEqual(["/hooks", "/hooks", "/hooks"]);
    const ids = out
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as Printed).id);
    expect(new Set(ids).size).toBe(3);
  });

  it("stops when it is interrupted", async () => {
    const signal = AbortSignal.timeout(50);
    const argv = ["send", "note.created", "--times", "1000", "--every", "60000", "--dry-run"];
    const { out } = await cli.run(argv, { ...secretIn(secret), signal });
    expect(out.match(/^POST /gm)).toHaveLength(1);
  });

  it("goes on after an answer that is not 2xx, and ends with 1", async () => {
    let count = 0;
    const answer: typeof fetch = () =>
      Promise.resolve(new Response(null, { status: ++count === 1 ? 500 : 200 }));
    const argv = ["send", "note.created", "--times", "2"];
    const { code, out } = await cli.run(argv, { ...secretIn(secret), fetch: answer });
    expect({ code, lines: out.trim().split("\n").length }).toEqual({ code: 1, lines: 2 });
  });

  it("signs a recorded delivery anew, with values that are set", async () => {
    const recorded = await createDelivery(secret, "--id", "1", "--set", "data.title=before");
    await cli.write("recorded.json", JSON.stringify(recorded));
    const again = await createDelivery(secret, "--file", "recorded.json", "--set", "data.count=3");
    expect(JSON.parse(again.body)).toMatchObject({ data: { title: "before", count: 3 } });
    expect(again.headers).not.toEqual(recorded.headers);
  });

  it.each([
    [["send", "note.created", RECEIVER, "--to", RECEIVER], "The URL is both an argument and --to"],
    [["send", "note.created", "--times", "0"], "The value of --times is 0"],
    [["send", "note.created", "--every", "soon"], "The value of --every is soon"],
    [["send", "note.created", "--id", "a😀"], "The value of --id is 'a😀'; expected one line"],
  ])("refuses %j", async (argv, message) => {
    const { code, err } = await cli.run(argv, secretIn(secret));
    expect({ code, err: err.slice(0, message.length) }).toEqual({ code: 2, err: message });
  });
});

describe("verify", () => {
  it.each([
    [["--header", "x-signature: 😀"], "The value of --header is '😀'; expected"],
    [["--url", "acme.example"], "The value of --url is acme.example; expected"],
  ])("refuses %j", async (argv, message) => {
    const { code, err } = await cli.run(["verify", ...argv], {
      ...secretIn("s3cret"),
      input: "{}",
    });
    expect({ code, err: err.slice(0, message.length) }).toEqual({ code: 2, err: message });
  });

  it("says that a file of secrets is empty", async () => {
    await cli.write("secret.txt", "\n");
    const { code, err } = await cli.run(["verify", "--secret-file", "secret.txt"], { input: "{}" });
    expect({ code, err }).toEqual({
      code: 1,
      err: "secret.txt is empty; expected a file with the secret.",
    });
  });

  it("says what is wrong with a secret that cannot be one", async () => {
    const sample = SAMPLES.find(({ name }) => name === "standard-webhooks");
    const { secret } = sample ?? { secret: "" };
    await useScheme("standard-webhooks");
    const delivery = await createDelivery(secret);
    const argv = ["verify", ...toOptions(delivery), "--json"];
    const input = delivery.body;
    const spaced = await cli.run(argv, { ...secretIn(`${secret}\n`), input });
    expect(JSON.parse(spaced.out)).toMatchObject({
      authentic: false,
      findings: [{ code: "SECRET_END" }],
    });
    expect(spaced.out).not.toContain(secret.slice(8));
  });
});

/** A delivery as `send --dry-run --json` prints it. */
interface Printed {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Surroundings with a secret, and further variables of the environment. */
function secretIn(secret: string, more: Readonly<Record<string, string>> = {}) {
  return { env: { WEBHOOK_SECRET: secret, ...more } };
}

/** Makes the schema folder that of a service with another scheme. */
async function useScheme(name: string): Promise<void> {
  const signature = /^( *)signature:.*(?:\n\1 +.*)*/m;
  expect(vendor).toMatch(signature);
  await cli.write("schema/vendor.yaml", vendor.replace(signature, `$1signature: ${name}`));
}

/** Prints a signed delivery. */
async function createDelivery(secret: string, ...options: readonly string[]): Promise<Printed> {
  const argv = ["send", "note.created", "--to", RECEIVER, "--dry-run", "--json", ...options];
  const { code, out, err } = await cli.run(argv, secretIn(secret));
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return JSON.parse(out) as Printed;
}

/** Options that set the timestamp in the body, where Linear has it. */
function setTimestamp({ timestamp }: (typeof SAMPLES)[number]["description"]): readonly string[] {
  return timestamp?.body ? ["--set", `webhookTimestamp=${Date.now()}`] : [];
}

function toOptions({ headers }: Printed): readonly string[] {
  return Object.entries(headers).flatMap(([name, value]) => ["--header", `${name}: ${value}`]);
}
