/** The pages of `dev` and of a relay's channel in a real Chromium. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "../../browser/playwright.js";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { PRESETS } from "../../../src/receive/signatures/plan/presets.js";
import { createAnyScheme } from "../../../src/receive/signatures/define.js";
import { createVerifier } from "../../../src/receive/signatures/verifier.js";
import { SAMPLES } from "../../cases/signatures/deliveries.js";
import { launchChromium } from "../../inspector/browser.js";
import { createTestCli, type TestCli } from "../cli.js";
import { until } from "../../until.js";
import { SECRET } from "./dev-process.js";
import { runDev } from "./run-dev.js";

let cli: TestCli;
let browser: Browser;

beforeAll(async () => {
  [cli, browser] = await Promise.all([createTestCli(), launchChromium()]);
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});
afterAll(() => Promise.all([cli.remove(), browser.close()]));

describe("the page of dev", () => {
  it("shows what `send` has sent, and sends it again to the handler", async () => {
    const { out, find, page: address } = await runDev(cli.folder, [], { ready: "Try: " });
    const page = await openPage(address);
    const words = (find("Try: ") ?? "").replace(/^.* send /, "send ").split(" ");
    expect(await cli.run(words, { fetch })).toMatchObject({ code: 0 });
    await sendAgain(page);
    await until(() => expect(out).toHaveLength(2));
    for (const line of out) expect(line).toMatch(/note\.created .* verified +200/);
    await until(async () => expect(await page.locator(".row").count()).toBe(2));
  });

  it.each(SAMPLES.map((sample) => [sample.name, sample] as const))(
    "says why a delivery of %s was refused",
    async (name, { secret, otherSecret }) => {
      const folder = join(cli.folder, name);
      await writeService(folder, name);
      await writeFile(join(folder, "secret"), secret);
      const dev = await runDev(folder, ["--secret-file", "secret", "--json"], {
        io: { env: { WEBHOOK_SECRET_OLD: otherSecret } },
      });
      expect(await deliver(dev.url, name, secret), dev.out.join()).toBe(200);
      expect(await deliver(dev.url, name, otherSecret)).not.toBe(200);
      expect(JSON.parse(dev.out[1] ?? "")).toMatchObject({
        outcome: "refused",
        reason: "SECRET_OTHER",
      });
      const page = await browser.newPage();
      await page.goto(dev.page);
      await page.locator(".row").first().click();
      await page.getByText("signed with another secret: WEBHOOK_SECRET_OLD").first().waitFor();
    },
  );
});

describe("the page of a relay's channel", () => {
  it("shows what arrives with the token as password, and sends it again", async () => {
    const { address, channel } = await startRelay("s3cret");
    const page = await openPage(address, { username: "", password: "s3cret" });
    const env = { WEBHOOK_SECRET: SECRET };
    const sent = await cli.run(["send", "note.created", channel], { env, fetch });
    expect(sent).toMatchObject({ code: 0 });
    await sendAgain(page);
    await page.getByText("no follower is connected to the channel").waitFor();
    await until(async () => expect(await page.locator(".row").count()).toBe(2));
  });
});

/** Opens a page, and waits until it is connected. */
async function openPage(address: string, httpCredentials?: Credentials): Promise<Page> {
  const viewport = { width: 1_400, height: 900 };
  const page = await browser.newPage({ viewport, ...(httpCredentials && { httpCredentials }) });
  await page.goto(address);
  await page.locator(".live.live").waitFor();
  return page;
}

interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Opens the delivery of `note.created`, and sends it again. */
async function sendAgain(page: Page): Promise<void> {
  const rows = page.locator(".row");
  await rows.getByText("note.created").waitFor();
  await rows.first().click();
  await page.locator("#detail-title").waitFor();
  await page.getByRole("button", { name: "Send again" }).click();
}

type SchemeName = (typeof SAMPLES)[number]["name"];

/** Writes the schema folder of a service that signs by a scheme. */
async function writeService(folder: string, scheme: SchemeName): Promise<void> {
  const vendor = `name: acme
title: Acme
baseUrl: https://api.acme.example
webhooks:
  path: /hooks
  event: { header: x-acme-event }
  action: none
  signature: ${scheme}${isForm(scheme) ? "\n  body: form" : ""}
`;
  await mkdir(join(folder, "schema"), { recursive: true });
  await writeFile(join(folder, "schema/vendor.yaml"), vendor);
  await writeFile(join(folder, "schema/routes.yaml"), "{}\n");
  await writeFile(join(folder, "schema/events.yaml"), "ping:\n  description: A try.\n");
}

/** Sends a signed delivery, and returns the status of the answer. */
async function deliver(url: string, scheme: SchemeName, secret: string): Promise<number> {
  // Linear's timestamp is in the body.
  const json = `{"n": 1, "webhookTimestamp": ${Date.now()}}`;
  const [type, body] = isForm(scheme)
    ? ["application/x-www-form-urlencoded", "From=1&To=2"]
    : ["application/json", json];
  const { sign } = createVerifier(createAnyScheme(PRESETS[scheme]), { secrets: [secret] });
  const signed = sign(body, { id: "msg_1", url, method: "POST", timestamp: Date.now() });
  const headers = { ...signed, "x-acme-event": "ping", "content-type": type };
  return (await fetch(url, { method: "POST", headers, body })).status;
}

/** True for the scheme that signs the fields of a form. */
function isForm(scheme: SchemeName): boolean {
  return scheme === "twilio";
}

/** Runs a relay until the end of the test. Returns the addresses of a channel and of its page. */
async function startRelay(token: string) {
  const interruption = new AbortController();
  const lines: string[] = [];
  const argv = ["relay", "serve", "--port", "0", "--token", token, "--inspector"];
  const running = cli.run(argv, {
    signal: interruption.signal,
    onError: (line) => lines.push(line),
  });
  onTestFinished(async () => {
    interruption.abort();
    await running;
  });
  const find = (pattern: RegExp): string =>
    lines.map((line) => pattern.exec(line)?.[1]).find(Boolean) ?? "";
  await until(() => expect(find(/^Inspector: (\S+)/)).not.toBe(""));
  return { address: find(/^Inspector: (\S+)/), channel: find(/^ {2}(\S+)/) };
}
