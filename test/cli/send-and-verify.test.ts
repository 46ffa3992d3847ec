/** `send` and `verify`, for every scheme. */
import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SAMPLES } from "../cases/signatures/deliveries.js";
import { createTestCli, type TestCli } from "./cli.js";

const URL = "https://acme.example/hooks";

let cli: TestCli;
let vendor = "";

beforeAll(async () => {
  cli = await createTestCli();
  await cli.writeStarter();
  vendor = await cli.read("schema/vendor.yaml");
});
afterAll(() => cli.remove());

interface Printed {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const env = (secret: string, more: Record<string, string> = {}) => ({
  env: { WEBHOOK_SECRET: secret, ...more },
});

async function useScheme(name: string): Promise<void> {
  const signature = /^( *)signature:.*(?:\n\1 +.*)*/m;
  expect(vendor).toMatch(signature);
  await cli.write("schema/vendor.yaml", vendor.replace(signature, `$1signature: ${name}`));
}

/** Prints a delivery of the scheme, and what verifies it. */
async function createDelivery(secret: string, ...options: readonly string[]) {
  const argv = ["send", "note.created", "--to", URL, "--dry-run", "--json", ...options];
  const { code, out, err } = await cli.run(argv, env(secret));
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return JSON.parse(out) as Printed;
}

const toOptions = ({ headers }: Printed) =>
  Object.entries(headers).flatMap(([name, value]) => ["--header", `${name}: ${value}`]);

describe.each(SAMPLES)("the scheme $name", ({ name, secret, otherSecret, description }) => {
  /** Linear's timestamp is in the body. */
  const set = description.timestamp?.body ? ["--set", `webhookTimestamp=${Date.now()}`] : [];

  it("[E.11] is sent, verified, and explained", async () => {
    await useScheme(name);
    const delivery = await createDelivery(secret, ...set);
    const verify = (input: string, surroundings = env(secret)) =>
      cli.run(["verify", "--url", URL, ...toOptions(delivery)], { ...surroundings, input });
    expect(await verify(delivery.body)).toMatchObject({
      code: 0,
      out: "The delivery is authentic.",
    });
    const late = await verify(delivery.body, env(otherSecret, { WEBHOOK_SECRET_OLD: secret }));
    expect(late.code).toBe(1);
    expect(late.err).toContain("another secret: WEBHOOK_SECRET_OLD. (SECRET_OTHER)");
    expect(late.err).not.toContain(secret);
    if (name === "gitlab-token" || name === "twilio") return; // sign no body, or its fields alone
    const changed = await verify(JSON.stringify(JSON.parse(delivery.body), null, 2));
    expect(changed.code).toBe(1);
    expect(changed.err).toContain("(BODY_REWRITTEN)");
  });
});

describe("send", () => {
  const [{ secret } = { secret: "" }] = SAMPLES;
  const headers = (out: string) =>
    out.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Printed]));

  it("sends several deliveries, each with an id of its own", async () => {
    await useScheme("github");
    const received: string[] = [];
    const server = createServer((request, response) => {
      request.resume().once("end", () => response.end());
      received.push(request.url ?? "");
    });
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", () => resolve()));
    const { port } = server.address() as { port: number }; // it listens on a port
    const to = `http://127.0.0.1:${port}/hooks`;
    const argv = ["send", "note.created", "--to", to, "--times", "3", "--every", "5", "--json"];
    const { code, out } = await cli.run(argv, { ...env(secret), fetch });
    server.close();
    expect(code).toBe(0);
    expect(received).toEqual(["/hooks", "/hooks", "/hooks"]);
    expect(new Set(headers(out).map(({ id }) => id)).size).toBe(3);
  });

  it("stops when it is interrupted", async () => {
    const signal = AbortSignal.timeout(50);
    const argv = ["send", "note.created", "--times", "1000", "--every", "60000", "--dry-run"];
    const { out } = await cli.run(argv, { ...env(secret), signal });
    expect(out.match(/^POST /gm)).toHaveLength(1);
  });

  it("goes on after an answer that is not 2xx, and ends with 1", async () => {
    let count = 0;
    const answer: typeof fetch = () =>
      Promise.resolve(new Response(null, { status: ++count === 1 ? 500 : 200 }));
    const argv = ["send", "note.created", "--times", "2"];
    const { code, out } = await cli.run(argv, { ...env(secret), fetch: answer });
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
    [["send", "note.created", URL, "--to", URL], "The URL is both an argument and --to"],
    [["send", "note.created", "--times", "0"], "The value of --times is 0"],
    [["send", "note.created", "--every", "soon"], "The value of --every is soon"],
    [["send", "note.created", "--id", "a😀"], "The value of --id is 'a😀'; expected one line"],
  ])("refuses %j", async (argv, message) => {
    const { code, err } = await cli.run(argv, env(secret));
    expect({ code, err: err.slice(0, message.length) }).toEqual({ code: 2, err: message });
  });
});

describe("verify", () => {
  it.each([
    [["--header", "x-signature: 😀"], "The value of --header is '😀'; expected"],
    [["--url", "acme.example"], "The value of --url is acme.example; expected"],
  ])("refuses %j", async (argv, message) => {
    const { code, err } = await cli.run(["verify", ...argv], { ...env("s3cret"), input: "{}" });
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
    const spaced = await cli.run(argv, { ...env(`${secret}\n`), input });
    expect(JSON.parse(spaced.out)).toMatchObject({
      authentic: false,
      findings: [{ code: "SECRET_END" }],
    });
    expect(spaced.out).not.toContain(secret.slice(8));
  });
});
