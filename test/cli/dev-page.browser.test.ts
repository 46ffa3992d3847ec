/** The pages of `dev` and of a relay's channel in a real Chromium. */
import { PassThrough } from "node:stream";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "../browser/playwright.js";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { main } from "../../cli/main.js";
import { PRESETS } from "../../src/receive/signatures/plan/presets.js";
import { createAnyScheme } from "../../src/receive/signatures/define.js";
import { createVerifier } from "../../src/receive/signatures/verifier.js";
import { SAMPLES } from "../cases/signatures/deliveries.js";
import { launchChromium } from "../inspector/browser.js";
import { createTestCli, type TestCli } from "./cli.js";
import { until } from "../until.js";

let cli: TestCli;
let browser: Browser;
const cleanups: (() => unknown)[] = [];

beforeAll(async () => {
  [cli, browser] = await Promise.all([createTestCli(), launchChromium()]);
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  for (const each of cleanups.splice(0).reverse()) await each();
});
afterAll(() => Promise.all([cli.remove(), browser.close()]));

async function start(argv: readonly string[], cwd = cli.folder, env: Record<string, string> = {}) {
  const stop = new AbortController();
  const out: string[] = [];
  const err: string[] = [];
  const running = main(["dev", "--port", "0", ...argv], {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    input: new PassThrough(),
    env,
    cwd,
    fetch,
    signal: stop.signal,
  });
  cleanups.push(() => (stop.abort(), running));
  const find = (begin: string) => err.find((line) => line.startsWith(begin))?.slice(begin.length);
  await until(() => expect(find("Inspector: ")).toBeDefined());
  return { out, find, url: find("Listening on ") ?? "", address: find("Inspector: ") ?? "" };
}

describe("the page of dev", () => {
  it("shows what `send` has sent, and sends it again to the handler", async () => {
    const { out, find, address } = await start([]);
    const page = await browser.newPage({ viewport: { width: 1_400, height: 900 } });
    await page.goto(address);
    await page.locator(".live.live").waitFor();
    await until(() => expect(find("Try: ")).toBeDefined());
    const words = (find("Try: ") ?? "").replace(/^.* send /, "send ").split(" ");
    expect(await cli.run(words, { fetch })).toMatchObject({ code: 0 });
    const rows = page.locator(".row");
    await rows.getByText("note.created").waitFor();
    await rows.first().click();
    await page.locator("#detail-title").waitFor();
    await page.getByRole("button", { name: "Send again" }).click();
    await until(() => expect(out).toHaveLength(2));
    for (const line of out) expect(line).toMatch(/note\.created .* verified +200/);
    await until(async () => expect(await rows.count()).toBe(2));
  });

  it.each(SAMPLES.map((sample) => [sample.name, sample] as const))(
    "says why a delivery of %s was refused",
    async (name, { secret, otherSecret }) => {
      const folder = join(cli.folder, name);
      await mkdir(join(folder, "schema"), { recursive: true });
      const body = name === "twilio" ? "\n  body: form" : "";
      const vendor = `name: acme\ntitle: Acme\nbaseUrl: https://api.acme.example\nwebhooks:\n  path: /hooks\n  event: { header: x-acme-event }\n  action: none\n  signature: ${name}${body}\n`;
      await writeFile(join(folder, "schema/vendor.yaml"), vendor);
      await writeFile(join(folder, "schema/routes.yaml"), "{}\n");
      await writeFile(join(folder, "schema/events.yaml"), "ping:\n  description: A try.\n");
      await writeFile(join(folder, "secret"), secret);
      const { out, url, address } = await start(["--secret-file", "secret", "--json"], folder, {
        WEBHOOK_SECRET_OLD: otherSecret,
      });
      const text =
        name === "twilio" ? "From=1&To=2" : `{"n": 1, "webhookTimestamp": ${Date.now()}}`;
      const deliver = async (signWith: string) => {
        const { sign } = createVerifier(createAnyScheme(PRESETS[name]), { secrets: [signWith] });
        const headers = {
          ...sign(text, { id: "msg_1", url, method: "POST", timestamp: Date.now() }),
          "x-acme-event": "ping",
          "content-type":
            name === "twilio" ? "application/x-www-form-urlencoded" : "application/json",
        };
        return (await fetch(url, { method: "POST", headers, body: text })).status;
      };
      expect(await deliver(secret), out.join()).toBe(200);
      expect(await deliver(otherSecret)).not.toBe(200);
      expect(JSON.parse(out[1] ?? "")).toMatchObject({
        outcome: "refused",
        reason: "SECRET_OTHER",
      });
      const page = await browser.newPage();
      await page.goto(address);
      await page.locator(".row").first().click();
      await page.getByText("signed with another secret: WEBHOOK_SECRET_OLD").first().waitFor();
    },
  );
});

describe("the page of a relay's channel", () => {
  it("shows what arrives with the token as password, and sends it again", async () => {
    const stop = new AbortController();
    const lines: string[] = [];
    const env = { WEBHOOK_SECRET: "whsec_dGhlIHNlY3JldCBvZiB0aGUgdGVzdHM=" };
    const argv = ["relay", "serve", "--port", "0", "--token", "s3cret", "--inspector"];
    const running = cli.run(argv, { signal: stop.signal, onError: (line) => lines.push(line) });
    cleanups.push(() => (stop.abort(), running));
    const find = (pattern: RegExp) => lines.map((line) => pattern.exec(line)?.[1]).find(Boolean);
    await until(() => expect(find(/^Inspector: (\S+)/)).toBeDefined());
    const httpCredentials = { username: "", password: "s3cret" };
    const page = await browser.newPage({
      httpCredentials,
      viewport: { width: 1_400, height: 900 },
    });
    await page.goto(find(/^Inspector: (\S+)/) ?? "");
    await page.locator(".live.live").waitFor();
    const sent = await cli.run(["send", "note.created", find(/^ {2}(\S+)/) ?? ""], { env, fetch });
    expect(sent).toMatchObject({ code: 0 });
    const rows = page.locator(".row");
    await rows.getByText("note.created").waitFor();
    await rows.first().click();
    await page.locator("#detail-title").waitFor();
    await page.getByRole("button", { name: "Send again" }).click();
    await page.getByText("no follower is connected to the channel").waitFor();
    await until(async () => expect(await rows.count()).toBe(2));
  });
});
