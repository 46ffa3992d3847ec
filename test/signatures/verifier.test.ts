/** `createVerifier`: requests that are verified by a scheme. */
import { createHmac, createPublicKey } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  createVerifier,
  defineScheme,
  discord,
  github,
  gitlabToken,
  HMAC_SHA1,
  linear,
  paddle,
  shopify,
  square,
  standardWebhooks,
  stripe,
  TOKEN,
  twilio,
} from "../../src/runtime/signatures.js";
import { createScheme } from "../../src/receive/signatures/define.js";
import { bindHmacHeaderVerify } from "../../src/receive/signatures/hmac.js";
import { readBase64Secret } from "../../src/receive/signatures/secrets.js";
import { PRESETS } from "../../src/receive/signatures/plan/presets.js";
import { NOW, SAMPLES } from "../cases/signatures/deliveries.js";

const SECRET = "It's a secret";
const now = () => NOW;
const SECONDS = NOW / 1000;

describe("a verifier", () => {
  const verifier = createVerifier(stripe, { secrets: [SECRET], now });

  it("[E.3] reads the headers of Node and of the web", () => {
    const headers = verifier.sign("{}");
    const refused = { ...headers, "stripe-signature": ["t=1", "v1=0"] };
    expect(verifier.verify("{}", new Headers(headers))).toBe(true);
    expect(verifier.verify("{}", { "Stripe-Signature": headers["stripe-signature"] })).toBe(true);
    expect(verifier.findRefusal("{}", refused)).toBe("SIGNATURE_MALFORMED");
    expect(verifier.findRefusal("{}", {})).toBe("SIGNATURE_MISSING");
  });

  it("[E.4] accepts deliveries of each secret while one is replaced", () => {
    const secrets = ["whsec_bmV3", "whsec_b2xk"];
    const both = createVerifier(standardWebhooks, { secrets, now });
    for (const secret of secrets) {
      const one = createVerifier(standardWebhooks, { secrets: [secret], now });
      expect(both.verify("{}", one.sign("{}", { id: "1" }))).toBe(true);
      expect(one.verify("{}", both.sign("{}", { id: "1" }))).toBe(true);
    }
  });

  it.each([
    [String(SECONDS), undefined],
    [`00${SECONDS}`, undefined],
    [`+${SECONDS}`, "TIMESTAMP_OUT_OF_TOLERANCE"],
    [`${SECONDS}.0`, "TIMESTAMP_OUT_OF_TOLERANCE"],
    [`${SECONDS}e0`, "TIMESTAMP_OUT_OF_TOLERANCE"],
    [`0x${SECONDS.toString(16)}`, "TIMESTAMP_OUT_OF_TOLERANCE"],
    [`0b${SECONDS.toString(2)}`, "TIMESTAMP_OUT_OF_TOLERANCE"],
    [` ${SECONDS}`, "TIMESTAMP_OUT_OF_TOLERANCE"],
  ])("[E.6] takes a timestamp of decimal digits alone: %j", (timestamp, refusal) => {
    const key = Buffer.from(SECRET);
    const digest = createHmac("sha256", key).update(`msg_1.${timestamp}.{}`).digest("base64");
    const headers = {
      "webhook-id": "msg_1",
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${digest}`,
    };
    const verifier = createVerifier(standardWebhooks, { secrets: [key], now });
    expect(verifier.findRefusal("{}", headers)).toBe(refusal);
    const verify = bindHmacHeaderVerify("sha256", standardWebhooks as never, readBase64Secret);
    expect(verify(key, "{}", headers, { now: NOW })).toBe(refusal === undefined);
  });

  it("[E.6] has a tolerance and a clock", () => {
    const create = (tolerance: number) =>
      createVerifier(paddle, { secrets: [SECRET], now, tolerance });
    const headers = create(60).sign("{}", { timestamp: NOW - 60_000 });
    expect(create(60).verify("{}", headers)).toBe(true);
    expect(create(59).findRefusal("{}", headers)).toBe("TIMESTAMP_OUT_OF_TOLERANCE");
    const broken = createVerifier(paddle, { secrets: [SECRET], now: () => NaN });
    expect(broken.findRefusal("{}", headers)).toBe("TIMESTAMP_OUT_OF_TOLERANCE");
    const verifier = createVerifier(paddle, { secrets: [SECRET] });
    expect(verifier.verify("{}", verifier.sign("{}"))).toBe(true);
  });

  it.each([NaN, -1, "300" as unknown as number])("[E.6] refuses the tolerance %j", (tolerance) => {
    const create = () => createVerifier(stripe, { secrets: [SECRET], tolerance });
    expect(create).toThrow(/`tolerance` is .*; expected/);
  });

  it("[E.6] refuses a tolerance where there is no timestamp", () => {
    const create = () => createVerifier(shopify, { secrets: [SECRET], tolerance: 5 });
    expect(create).toThrow(/`tolerance`.*expected none/);
  });

  it.each<[unknown, RegExp]>([
    [undefined, /`secrets` is of type undefined; expected/],
    [[], /`secrets` is an empty array; expected/],
    [SECRET, /`secrets` is of type string; expected/],
    [[""], /secret is an empty string; expected/],
    [[undefined], /secret is undefined; expected/],
  ])("[E.7] [E.8] refuses the secrets %j, and repeats none", (secrets, message) => {
    const create = () => createVerifier(stripe, { secrets: secrets as string[] });
    expect(create).toThrow(TypeError);
    expect(create).toThrow(message);
    expect(create).not.toThrow(SECRET);
  });

  it("[E.8] refuses text with a lone surrogate, which would have the signature of other text", () => {
    const github256 = createVerifier(github, { secrets: ["a"] });
    expect(() => github256.sign("\ud800")).toThrow(TypeError);
    expect(() => github256.verify("\ud800", github256.sign("\ufffd"))).toThrow(
      /well-formed Unicode/,
    );
  });

  it.each([[{ a: 1 }], [undefined], [null], [1]])("[E.8] refuses the parsed body %j", (body) => {
    const raw = body as unknown as string;
    for (const { verify, sign } of [verifier, createVerifier(gitlabToken, { secrets: ["a"] })]) {
      expect(() => verify(raw, {})).toThrow(/body is .*; expected bytes or well-formed Unicode/);
      expect(() => sign(raw)).toThrow(TypeError);
    }
  });

  it.each([[new Uint16Array(2)], [new DataView(new ArrayBuffer(2))], [new ArrayBuffer(2)]])(
    "[E.8] refuses the bytes of %o, which are no Uint8Array",
    (body) => {
      const raw = body as unknown as Uint8Array;
      expect(() => verifier.verify(raw, {})).toThrow(/expected bytes or well-formed Unicode/);
    },
  );

  it("[E.8] asks for the URL that is signed", () => {
    const { verify } = createVerifier(twilio, { secrets: [SECRET] });
    expect(() => verify("", { "x-twilio-signature": "a" })).toThrow(/`url` is undefined/);
  });

  it.each([
    ["https://acme.example/hooks?a=1", "https://acme.example:443/hooks?a=1"],
    ["http://acme.example/hooks", "http://acme.example:80/hooks"],
    ["https://acme.example:8443/hooks", "https://acme.example/hooks"],
    ["https://u:p@acme.example/hooks?at=a:1", "https://u:p@acme.example:443/hooks?at=a:1"],
    ["https://[::1]/hooks", "https://[::1]:443/hooks"],
    ["HTTPS://acme.example", "HTTPS://acme.example:443"],
    ["HTTPS://acme.example/hooks", "HTTPS://acme.example:443/hooks"],
  ])("[E.5] accepts Twilio's signature of %s or %s, whichever it made", (url, other) => {
    const { sign, findRefusal } = createVerifier(twilio, { secrets: ["old", SECRET] });
    const body = "a=1&b=2";
    const signer = createVerifier(twilio, { secrets: [SECRET] });
    for (const signed of [url, other]) {
      const headers = signer.sign(body, { url: signed });
      expect(findRefusal(body, headers, { url })).toBeUndefined();
      expect(findRefusal("a=1&b=3", headers, { url })).toBe("SIGNATURE_MISMATCH");
      expect(signer.sign(body, { url: signed })).toEqual(headers);
    }
    const elsewhere = sign(body, { url: `${url}x` });
    expect(findRefusal(body, elsewhere, { url })).toBe("SIGNATURE_MISMATCH");
  });

  it.each([
    ["/a?at=https://acme.example/", "/b?at=https://acme.example/"],
    ["https://acme.example/\na", "https://acme.example/\nb"],
    ["https://[::1]/a", "https://[::2]/a"],
  ])("[E.5] refuses Twilio's signature of %j for %j", (signed, url) => {
    const { sign, findRefusal } = createVerifier(twilio, { secrets: [SECRET] });
    const headers = sign("a=1", { url: signed });
    expect(findRefusal("a=1", headers, { url: signed })).toBeUndefined();
    expect(findRefusal("a=1", headers, { url })).toBe("SIGNATURE_MISMATCH");
  });

  it("[E.5] compares every secret with both forms of Twilio's URL", () => {
    const compared: string[] = [];
    const matches: typeof HMAC_SHA1.matches = (keys, content, ...others) => {
      compared.push(`${keys.length} ${content.join("")}`);
      return HMAC_SHA1.matches(keys, content, ...others);
    };
    const counted = createScheme(PRESETS.twilio, { ...HMAC_SHA1, matches });
    const verifier = createVerifier(counted, { secrets: [SECRET, "other"] });
    const url = "https://acme.example/";
    expect(verifier.verify("a=1", verifier.sign("a=1", { url }), { url })).toBe(true);
    expect(compared).toEqual(["2 https://acme.example/a1", "2 https://acme.example:443/a1"]);
  });

  it("[E.5] takes the URL of other services as it is", () => {
    const verifier = createVerifier(square, { secrets: [SECRET] });
    const headers = verifier.sign("{}", { url: "https://acme.example:443/" });
    expect(verifier.verify("{}", headers, { url: "https://acme.example/" })).toBe(false);
  });

  it("[E.9] signs with no public key", () => {
    const { secret } = SAMPLES.find(({ name }) => name === "discord") ?? { secret: "" };
    const key = createPublicKey(secret).export({ type: "spki", format: "pem" }).toString();
    const discordVerifier = createVerifier(discord, { secrets: [secret] });
    const publicVerifier = createVerifier(discord, { secrets: [key] });
    expect(publicVerifier.verify("{}", discordVerifier.sign("{}"))).toBe(true);
    expect(() => publicVerifier.sign("{}")).toThrow(/public key; expected a private key/);
  });

  it("[E.5] signs no timestamp of the body", () => {
    const { sign, findRefusal } = createVerifier(linear, { secrets: [SECRET], now });
    expect(findRefusal("{}", sign("{}"))).toBe("TIMESTAMP_OUT_OF_TOLERANCE");
  });

  it("[E.2] [E.4] takes a token with a header of its own", () => {
    const scheme = defineScheme({ header: "x-acme-token", algorithm: TOKEN });
    const { verify } = createVerifier(scheme, { secrets: ["one", "two"] });
    expect(verify("{}", { "x-acme-token": "two" })).toBe(true);
    expect(verify("{}", { "x-acme-token": "tw" })).toBe(false);
  });
});
