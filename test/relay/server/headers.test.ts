/** Headers that a relay passes on, and those that it leaves out (contract D.15). */
import { describe, expect, it } from "vitest";
import { isOfConnection } from "../../../src/relay/server/headers.js";
import * as presets from "../../../src/receive/signatures/plan/presets.js";
import { followRaw, send, startRelay, until } from "./setup.js";

/** Names that services sign with, or send a token in, besides those of the presets. */
const OTHERS = [
  ...["x-vercel-signature", "cf-webhook-auth", "svix-id", "svix-signature", "svix-timestamp"],
  ...["authorization", "signature", "signature-input", "content-digest", "digest", "x-signature"],
  ...["x-hook-secret", "x-hook-signature", "x-goog-channel-token", "x-amz-sns-message-type"],
  ...["x-telegram-bot-api-secret-token", "paypal-transmission-sig", "paypal-cert-url"],
  ...[
    "x-docusign-signature-1",
    "x-pagerduty-signature",
    "sentry-hook-signature",
    "intuit-signature",
  ],
  ...[
    "x-cc-webhook-signature",
    "x-adobe-signature",
    "x-okta-verification-challenge",
    "x-auth-token",
  ],
  ...["fly-signature", "x-envoy-signature", "x-azure-signature", "x-forwarded-signature"],
  ...[
    "fastly-signature",
    "x-real-signature",
    "proxy-signature",
    "x-ms-signature",
    "x-xero-signature",
  ],
];

const ofPresets = Object.values(presets).flatMap((preset) =>
  typeof preset === "function" ? [] : (JSON.stringify(preset).match(/(?<="header":")[^"]+/g) ?? []),
);

describe("a header that a service signs with", () => {
  it("[D.15] is known of each preset", () => {
    expect(ofPresets.length).toBeGreaterThan(20);
  });

  it.each([...new Set([...ofPresets, ...OTHERS])])("[D.15] belongs to the delivery: %s", (name) => {
    expect(isOfConnection(name.toLowerCase())).toBe(false);
  });

  it("[D.15] reaches a follower, although others of its service are left out", async () => {
    const { url } = await startRelay();
    const follower = await followRaw(url);
    const own = { "x-vercel-signature": "a", "cf-webhook-auth": "b" };
    const others = { "x-vercel-id": "private", "cf-ray": "private" };
    await send(url, { headers: { ...own, ...others }, body: "{}" });
    await until(() => expect(follower.messages()).toHaveLength(1));
    expect(follower.messages()[0]?.headers).toEqual(own);
  });
});

it.each([
  ...["host", "cookie", "connection", "proxy-authorization", "x-forwarded-for", "forwarded", "via"],
  ...["cf-connecting-ip", "cf-access-jwt-assertion", "fly-client-ip", "x-vercel-forwarded-for"],
  ...["x-vercel-oidc-token", "x-envoy-external-address", "x-azure-clientip", "x-cluster-client-ip"],
  ...["fastly-client-ip", "x-arr-log-id", "x-amzn-trace-id", "cdn-loop", ":path"],
])("[D.15] a header of the connection or of a proxy is left out: %s", (name) => {
  expect(isOfConnection(name)).toBe(true);
});
