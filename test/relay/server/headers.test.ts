/** Headers that a relay passes on, and those that it leaves out (contract D.15). */
import { describe, expect, it } from "vitest";
import { isOfConnection } from "../../../src/relay/server/headers.js";
import * as presets from "../../../src/receive/signatures/plan/presets.js";
import { followRaw, send, startRelay, until } from "./setup.js";

/** Headers in which services without a preset send a signature or a token. */
const FURTHER_SIGNED_HEADERS = [
  "x-vercel-signature",
  "cf-webhook-auth",
  "svix-id",
  "svix-signature",
  "svix-timestamp",
  "authorization",
  "signature",
  "signature-input",
  "content-digest",
  "digest",
  "x-signature",
  "x-hook-secret",
  "x-hook-signature",
  "x-goog-channel-token",
  "x-amz-sns-message-type",
  "x-telegram-bot-api-secret-token",
  "paypal-transmission-sig",
  "paypal-cert-url",
  "x-docusign-signature-1",
  "x-pagerduty-signature",
  "sentry-hook-signature",
  "intuit-signature",
  "x-cc-webhook-signature",
  "x-adobe-signature",
  "x-okta-verification-challenge",
  "x-auth-token",
  "fly-signature",
  "x-envoy-signature",
  "x-azure-signature",
  "x-forwarded-signature",
  "fastly-signature",
  "x-real-signature",
  "proxy-signature",
  "x-ms-signature",
  "x-xero-signature",
];

/** Headers of the connection, of any proxy, and of services that host or protect a server. */
const HEADERS_LEFT_OUT = {
  "the connection": [
    ":path",
    "host",
    "connection",
    "keep-alive",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "expect",
    "content-length",
    "accept-encoding",
    "priority",
    "http2-settings",
    "cookie",
    "cookie2",
    "proxy-authorization",
    "proxy-authenticate",
    "proxy-authentication-info",
    "proxy-connection",
  ],
  "proxies of any kind": [
    "forwarded",
    "via",
    "cdn-loop",
    "x-real-ip",
    "x-client-ip",
    "true-client-ip",
    "x-cluster-client-ip",
    "x-original-forwarded-for",
    "x-original-host",
    "x-original-uri",
    "x-forwarded",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-port",
    "x-forwarded-proto",
    "x-forwarded-protocol",
    "x-forwarded-scheme",
    "x-forwarded-server",
    "x-forwarded-ssl",
    "x-forwarded-by",
    "x-forwarded-path",
    "x-forwarded-prefix",
    "x-forwarded-uri",
    "x-forwarded-method",
    "x-forwarded-user",
    "x-forwarded-email",
    "x-forwarded-groups",
    "x-forwarded-access-token",
    "x-forwarded-client-cert",
    "x-forwarded-tls-client-cert",
    "x-forwarded-tls-client-cert-info",
  ],
  Cloudflare: [
    "cf-connecting-ip",
    "cf-connecting-ipv6",
    "cf-connecting-o2o",
    "cf-pseudo-ipv4",
    "cf-ray",
    "cf-visitor",
    "cf-worker",
    "cf-ew-via",
    "cf-warp-tag-id",
    "cf-request-id",
    "cf-ipcountry",
    "cf-ipcity",
    "cf-ipcontinent",
    "cf-iplatitude",
    "cf-iplongitude",
    "cf-region",
    "cf-region-code",
    "cf-metro-code",
    "cf-postal-code",
    "cf-timezone",
    "cf-access-jwt-assertion",
    "cf-access-authenticated-user-email",
    "cf-access-client-id",
    "cf-access-client-secret",
  ],
  Fly: [
    "fly-client-ip",
    "fly-forwarded-port",
    "fly-forwarded-proto",
    "fly-forwarded-ssl",
    "fly-region",
    "fly-request-id",
    "fly-trace-id",
    "fly-tracestate",
    "fly-prefer-region",
  ],
  Fastly: ["fastly-client-ip", "fastly-client", "fastly-ff", "fastly-ssl"],
  Azure: [
    "x-azure-clientip",
    "x-azure-socketip",
    "x-azure-ref",
    "x-azure-fdid",
    "x-azure-requestchain",
    "x-arr-log-id",
    "x-arr-ssl",
    "x-fd-healthprobe",
  ],
  Vercel: [
    "x-vercel-id",
    "x-vercel-forwarded-for",
    "x-vercel-proxied-for",
    "x-vercel-deployment-url",
    "x-vercel-ip-country",
    "x-vercel-ip-country-region",
    "x-vercel-ip-city",
    "x-vercel-ip-latitude",
    "x-vercel-ip-longitude",
    "x-vercel-ip-timezone",
    "x-vercel-ip-continent",
    "x-vercel-ip-postal-code",
    "x-vercel-ip-as-number",
    "x-vercel-ja3-digest",
    "x-vercel-ja4-digest",
    "x-vercel-proxy-signature",
    "x-vercel-proxy-signature-ts",
    "x-vercel-oidc-token",
    "x-vercel-sc-host",
    "x-vercel-sc-basepath",
    "x-vercel-sc-headers",
  ],
  "Google and Amazon": ["x-appengine-user-ip", "x-amzn-trace-id", "x-cloud-trace-context"],
  Envoy: [
    "x-envoy-external-address",
    "x-envoy-internal",
    "x-envoy-attempt-count",
    "x-envoy-original-path",
    "x-envoy-expected-rq-timeout-ms",
    "x-envoy-decorator-operation",
    "x-envoy-peer-metadata",
    "x-envoy-peer-metadata-id",
    "x-envoy-downstream-service-cluster",
  ],
};

/** Headers of the presets, found in their descriptions. */
const PRESET_HEADERS = listHeaders(presets);

describe("a header that a service signs with", () => {
  it("[D.15] is known of each preset", () => {
    expect(PRESET_HEADERS.length).toBeGreaterThan(20);
  });

  it.each([...new Set([...PRESET_HEADERS, ...FURTHER_SIGNED_HEADERS])])(
    "[D.15] belongs to the delivery: %s",
    (name) => {
      expect(isOfConnection(name.toLowerCase())).toBe(false);
    },
  );

  it("[D.15] reaches a follower, although others of its service are left out", async () => {
    const { url } = await startRelay();
    const follower = await followRaw(url);
    const fromSender = { "x-vercel-signature": "a", "cf-webhook-auth": "b" };
    const fromPlatform = { "x-vercel-id": "private", "cf-ray": "private" };
    await send(url, { headers: { ...fromSender, ...fromPlatform }, body: "{}" });
    await until(() => expect(follower.messages()).toHaveLength(1));
    expect(follower.messages()[0]?.headers).toEqual(fromSender);
  });
});

describe.each(Object.entries(HEADERS_LEFT_OUT))("a header of %s", (_sender, names) => {
  it.each(names)("[D.15] is left out: %s", (name) => {
    expect(isOfConnection(name)).toBe(true);
  });
});

/** The texts under each key `header`, at any depth. */
function listHeaders(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]: [string, unknown]) =>
    key === "header" && typeof part === "string" ? [part] : listHeaders(part),
  );
}
