/** Secrets and computed signatures: no message, log or printed object shows them. */
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { createWebMiddleware } from "../../../src/receive/middleware/web.js";
import { bindWebhooks } from "../../../src/receive/webhooks/webhooks.js";
import type { WebhookTypes } from "../../../src/receive/webhooks/types.js";
import { sign, verify } from "../../../generated/methods.js";
import { acmeCatalog, acmeHeaders, acmeParts } from "../../cases/webhooks/acme.js";

const secret = "correct-horse-battery-staple";
const former = "tr0ub4dor-and-three";
const payload = '{"action":"opened"}';
const computed = [sign(secret, payload), sign(former, payload)].map((text) => text.slice(7));
const hexOfSecrets = [secret, former].map((text) => Buffer.from(text).toString("hex"));
const base64OfSecrets = [secret, former].map((text) => Buffer.from(text).toString("base64"));
const HIDDEN_TEXTS = [secret, former, ...computed, ...hexOfSecrets, ...base64OfSecrets];

const logged: unknown[][] = [];
const write = (...data: readonly unknown[]): void => void logged.push([...data]);
const log = { debug: write, info: write, warn: write, error: write };

const Webhooks = bindWebhooks<WebhookTypes>(acmeCatalog, acmeParts);
const createToolkit = () => new Webhooks({ secret, additionalSecrets: [former], log });
const wrong = `sha256=${"0".repeat(64)}`;

describe("signature: no secret and no computed signature is shown", () => {
  it("the check finds secrets and signatures where there are some", () => {
    expect(() => expectNoSecret({ a: [secret] })).toThrow();
    expect(() => expectNoSecret(new Error(computed[0]))).toThrow();
  });

  it("by the instance", () => {
    const webhooks = createToolkit();
    expectNoSecret(webhooks, { ...webhooks }, Object.getOwnPropertyDescriptors(webhooks));
  });

  it.each([
    ["an empty secret", () => new Webhooks({ secret: "" })],
    ["a secret of another type", () => new Webhooks({ secret: [secret] as never })],
    ["a secret as object", () => new Webhooks({ secret: { secret } as never })],
    [
      "former secrets of another type",
      () => new Webhooks({ secret, additionalSecrets: former as never }),
    ],
    [
      "a former secret that is empty",
      () => new Webhooks({ secret, additionalSecrets: [former, ""] }),
    ],
    ["a transform of another type", () => new Webhooks({ secret, transform: secret as never })],
    ["signing nothing", () => sign(secret, "")],
    ["signing an object", () => sign(secret, { secret } as never)],
    ["verifying nothing", () => verify(secret, "", wrong)],
    ["an empty signature", () => verify(secret, payload, "")],
    ["a signature of another type", () => verify(secret, payload, [computed[0]] as never)],
    ["secret and signature exchanged", () => verify("", payload, secret)],
  ])("by the error of %s", (_, call) => {
    let thrown: unknown;
    try {
      call();
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(TypeError);
    expectNoSecret(thrown);
  });

  it.each([
    ["a wrong signature", { payload, signature: wrong }],
    ["a malformed signature", { payload, signature: "sha1=1" }],
    ["a missing signature", { payload, signature: "" }],
    ["a parsed payload", { payload: { action: "opened" }, signature: wrong }],
    ["a missing payload", { payload: "", signature: wrong }],
    ["another type of signature", { payload, signature: 7 }],
    ["a payload that is no JSON", { payload: "x", signature: sign(secret, "x") }],
    ["a handler that throws", { payload: '{"fail":1}', signature: sign(secret, '{"fail":1}') }],
  ])("by the error, the reports and the log of %s", async (_, delivery) => {
    const webhooks = createToolkit();
    const reported: unknown[] = [];
    webhooks.onError((error) => void reported.push(error));
    webhooks.onAny(() => {
      throw new Error("a handler of the user's");
    });
    logged.length = 0;
    const { signature } = delivery;
    const error: unknown = await webhooks
      .verifyAndReceive({ id: "1", name: "issues", ...delivery } as never)
      .then(
        () => undefined,
        (reason: unknown) => reason,
      );
    expect(error).toBeInstanceOf(Error);
    expectNoSecret(error, reported, logged, webhooks);
    // The signature that was sent is no secret, but a log should not have it either.
    if (typeof signature === "string" && signature.startsWith("sha256="))
      expect(showAll([error, reported, logged])).not.toContain(signature);
  });

  it.each([
    ["a wrong signature", wrong],
    ["a malformed signature", "sha1=1"],
    ["the secret as signature", secret],
    [
      "a wrong signature that is nearly right",
      `sha256=${computed[0]?.slice(0, -1)}${computed[0]?.endsWith("0") ? "1" : "0"}`,
    ],
  ])("by the answer to %s", async (_, signature) => {
    logged.length = 0;
    const middleware = createWebMiddleware(createToolkit(), { path: "/hook", log });
    const headers = {
      "content-type": "application/json",
      [acmeHeaders.event]: "issues",
      [acmeHeaders.delivery]: "1",
      [acmeHeaders.signature]: signature,
    };
    const response = await middleware(
      new Request("https://a.example/hook", { method: "POST", headers, body: payload }),
    );
    expect(response.status).toBe(400);
    expectNoSecret(await response.text(), [...response.headers], logged);
  });
});

/** The texts that a log, a debugger or a crash report could show of a value. */
function showAll(value: unknown): string {
  const deep = { depth: Infinity, showHidden: true, getters: true, maxStringLength: null } as const;
  const texts = [inspect(value, deep), String(value)];
  if (value instanceof Error) texts.push(value.message, value.stack ?? "");
  try {
    texts.push(JSON.stringify(value));
  } catch {
    texts.push("circular");
  }
  return texts.join("\n");
}

function expectNoSecret(...values: unknown[]): void {
  const text = values.map(showAll).join("\n");
  for (const word of HIDDEN_TEXTS) expect(text).not.toContain(word);
}
