import { createHmac, createPrivateKey, createPublicKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  createVerifier,
  defineScheme,
  defineStandardWebhooks,
  discord,
  github,
  gitlabToken,
  HMAC_SHA1,
  HMAC_SHA256,
  linear,
  paddle,
  shopify,
  square,
  standardWebhooks,
  stripe,
  TOKEN,
  twilio,
  type SchemeDefinition,
  type SignatureScheme,
} from "../../src/runtime/signatures.js";
import { createAnyScheme, createScheme, DEFINITION } from "../../src/receive/signatures/define.js";
import { bindHmacHeaderVerify } from "../../src/receive/signatures/hmac.js";
import { readPieces, readPlaceholder, readUrl } from "../../src/receive/signatures/content.js";
import { readBase64Secret, readHexSecret } from "../../src/receive/signatures/raw-data.js";
import { DELIVERIES, PRESETS } from "../../src/receive/signatures/plan/presets.js";
import * as schemes from "../../src/receive/signatures/schemes.js";
import { NOW, SAMPLES, URL } from "../cases/signatures/deliveries.js";

const SECRET = "It's a secret";
const now = () => NOW;

/** Schemes by the names of their presets: `gitlabToken` is `gitlab-token`. */
const byPreset = new Map<string, SignatureScheme>(
  Object.entries(schemes).flatMap(([name, scheme]) =>
    typeof scheme === "function"
      ? []
      : [
          [
            name.replace(/[A-Z]/g, "-$&").replace("V3", "-v3").toLowerCase().replace("--", "-"),
            scheme,
          ],
        ],
  ),
);

/** What a contributor does when a preset is missing somewhere. */
const WRITE = "Out of date; run `npx tsx scripts/write-schemes.ts`";

function readText(path: string): string {
  return readFileSync(path, "utf8");
}

function findNames(list: string): readonly string[] {
  return [...list.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
}

/** The bytes that the text of a secret stands for; of a private key its DER. */
function toBytes(secret: string): Uint8Array {
  if (secret.startsWith("-----")) {
    return createPrivateKey(secret).export({ type: "pkcs8", format: "der" });
  }
  return secret.startsWith("whsec_") ? Buffer.from(secret.slice(6), "base64") : Buffer.from(secret);
}

const OWN: SchemeDefinition = {
  header: "Acme-Signature",
  algorithm: HMAC_SHA256,
  format: "t={timestamp},v1={signature}",
  content: "{timestamp}.{body}",
  tolerance: 300,
};

describe("schemes", () => {
  it("[E.1] are one for each preset", () => {
    const missing = SAMPLES.map(({ name }) => name).filter((name) => !byPreset.has(name));
    expect(missing, WRITE).toEqual([]);
    expect(byPreset.size, WRITE).toBe(SAMPLES.length);
  });

  it("[E.1] are those of the contract", () => {
    const [, list = ""] =
      /These schemes are exported:([^.]*)\./.exec(readText("docs/contract/E-signatures.md")) ?? [];
    const names = Object.entries(schemes).flatMap(([name, { header }]) => (header ? [name] : []));
    expect(findNames(list), WRITE).toEqual(names.sort());
  });

  it("[E.1] are those that the YAML takes, and its reference lists", () => {
    const { definitions } = JSON.parse(readText("codegen/meta/vendor.schema.json")) as {
      definitions: { preset: { enum: readonly string[] } }; // as the checker of vendor.yaml reads it
    };
    expect(definitions.preset.enum, WRITE).toEqual(SAMPLES.map(({ name }) => name));
    const [, list = ""] =
      /A preset has the name of a service:([^.]*)\./.exec(readText("schema/README.md")) ?? [];
    expect(findNames(list), WRITE).toEqual(definitions.preset.enum);
  });

  it.each(SAMPLES)("[E.1] $name is its preset, written as a plan", ({ name, description }) => {
    const written = byPreset.get(name);
    const made = createAnyScheme(description);
    const use = written?.use.name;
    const { deliveries, ...signing } = { placeholders: {}, ...written, use };
    expect(signing).toEqual({ ...made, use: made.use.name });
    expect(deliveries).toEqual(DELIVERIES[name]);
  });

  it.each(SAMPLES)("[E.1] [E.8] [E.9] $name signs and verifies", (sample) => {
    const scheme = byPreset.get(sample.name) ?? github;
    const verifier = createVerifier(scheme, { secrets: [sample.secret], now });
    const context = { url: URL, method: "POST" };
    const headers = verifier.sign(sample.body, { ...context, id: "msg_1" });
    expect(verifier.findRefusal(sample.body, headers, context)).toBeUndefined();
    expect(verifier.verify(Buffer.from(sample.body), headers, context)).toBe(true);
    const other = createVerifier(scheme, { secrets: [sample.otherSecret], now });
    expect(other.findRefusal(sample.body, headers, context)).toBe("SIGNATURE_MISMATCH");
    expect(other.verify(sample.body, headers, context)).toBe(false);
  });

  it.each(SAMPLES)("[E.7] $name takes its secret as bytes", ({ name, secret, body }) => {
    const scheme = byPreset.get(name) ?? github;
    const context = { url: URL, method: "POST" };
    const sent = createVerifier(scheme, { secrets: [secret], now }).sign(body, {
      ...context,
      id: "msg_1",
    });
    const bytes = toBytes(secret);
    const verifier = createVerifier(scheme, { secrets: [bytes], now });
    bytes.fill(0); // the caller's own
    expect(verifier.verify(body, sent, context)).toBe(true);
    expect(verifier.verify(`${body}x`, sent, context)).toBe(name === "gitlab-token");
  });

  it("[E.1] are counted where a text says how many there are", () => {
    for (const path of ["README.md", "CHANGELOG.md"]) {
      const counts = [...readText(path).matchAll(/(\d+) (?:signature )?schemes\b/g)];
      expect(
        counts.map(([, count]) => Number(count)),
        WRITE,
      ).toEqual([SAMPLES.length]);
    }
  });

  it.each<[given: unknown, got: string]>([
    ["stripe", "a string"],
    [undefined, "undefined"],
    [null, "null"],
    [{}, "an object"],
    [defineStandardWebhooks, "a function"],
  ])("[E.8] are expected by a verifier, not %s", (wrongScheme, got) => {
    const create = () => createVerifier(wrongScheme as SignatureScheme, { secrets: [SECRET] });
    const message = `The first argument is ${got}; expected a scheme, which this module exports by the name of its service.`;
    expect(create).toThrow(new TypeError(message));
  });

  it("[E.1] of Standard Webhooks may have a vendor's header names", () => {
    const secrets = ["whsec_c2VjcmV0"];
    const headers = createVerifier(defineStandardWebhooks("svix"), { secrets }).sign("{}", {
      id: "1",
    });
    expect(Object.keys(headers).sort()).toEqual(["svix-id", "svix-signature", "svix-timestamp"]);
  });
});

describe("own schemes", () => {
  it("[E.2] sign and verify", () => {
    const verifier = createVerifier(defineScheme(OWN), { secrets: [SECRET], now });
    const theirs = createVerifier(stripe, { secrets: [SECRET], now });
    expect(verifier.sign("{}")).toEqual({
      "acme-signature": theirs.sign("{}")["stripe-signature"],
    });
    expect(verifier.verify("{}", verifier.sign("{}"))).toBe(true);
  });

  it("[E.2] [E.5] may sign the URL, the method, headers, and what a reader of their own reads", () => {
    const scheme = defineScheme({
      header: "acme-signature",
      algorithm: HMAC_SHA256,
      content: "{method} {url} {header:X-Topic} {length}",
      placeholders: { length: ({ body }) => String(body.length) },
    });
    const verifier = createVerifier(scheme, { secrets: [SECRET] });
    const context = { url: URL, method: "post" };
    const headers = {
      ...verifier.sign("{}", { ...context, headers: { "x-topic": "a" } }),
      "x-topic": "a",
    };
    expect(verifier.verify("[]", headers, context)).toBe(true);
    expect(verifier.verify("[1]", headers, context)).toBe(false);
    expect(verifier.verify("[]", headers, { ...context, method: "PUT" })).toBe(false);
    expect(() => verifier.verify("[]", headers)).toThrow(
      /`url` is undefined|`method` is undefined/,
    );
  });

  it("[E.2] [E.6] may read their timestamp from the body", () => {
    const scheme = defineScheme({
      header: "acme-signature",
      algorithm: HMAC_SHA256,
      timestamp: { body: "sent.at" },
      tolerance: 60,
    });
    const verifier = createVerifier(scheme, { secrets: [SECRET], now });
    const body = JSON.stringify({ sent: { at: NOW / 1000 } });
    expect(verifier.verify(body, verifier.sign(body))).toBe(true);
    expect(verifier.findRefusal("{}", verifier.sign("{}"))).toBe("TIMESTAMP_OUT_OF_TOLERANCE");
  });

  const { tolerance: _tolerance, ...withoutTolerance } = OWN;

  it.each<[string, SchemeDefinition, RegExp]>([
    ["an unknown placeholder", { ...OWN, content: "{timestamp}.{nonce}" }, /`{nonce}`.*`{body}`/],
    ["an id that no header holds", { ...OWN, content: "{id}.{timestamp}" }, /`{id}`/],
    [
      "a timestamp that no header holds",
      { ...withoutTolerance, format: "{signature}" },
      /`{timestamp}`/,
    ],
    ["a timestamp that is not signed", { ...OWN, content: "{body}" }, /timestamp is not signed/],
    ["a timestamp without a tolerance", withoutTolerance, /`tolerance` is undefined/],
    ["a misspelt key", { ...OWN, tolerence: 300 } as never, /unknown key `tolerence`.*`tolerance`/],
    ["a misspelt nested key", { ...OWN, secret: { prefx: "a" } as never }, /key `secret.prefx`/],
    [
      "an unknown encoding",
      { ...OWN, encoding: "base32" as never },
      /`encoding` is "base32".*`hex`/,
    ],
    ["a header name with a line break", { ...OWN, header: "a\r\nb" }, /`header` is "a\\r\\nb"/],
    ["another header name with one", { ...OWN, id: { header: "a\n" } }, /`id.header` is "a\\n"/],
    ["no header", { ...OWN, header: undefined as never }, /`header` is undefined/],
    ["an id without a header", { ...OWN, id: {} as never }, /`id.header` is undefined/],
    [
      "a header placeholder without a name",
      { ...OWN, content: "{timestamp}{body}{header:}" },
      /`{header:}`.*`{header:<name>}`/,
    ],
    [
      "a header placeholder with a space",
      { ...OWN, content: "{timestamp}{body}{header:a b}" },
      /`{header:a b}`/,
    ],
    [
      "the name of an algorithm",
      { ...OWN, algorithm: "hmac-sha256" as never },
      /`algorithm` is .*HMAC_SHA256/,
    ],
    [
      "an algorithm without a known name",
      { ...OWN, algorithm: { ...HMAC_SHA256, name: "md5" as never } },
      /`algorithm` is an object/,
    ],
    ["an unknown unit", { ...OWN, timestamp: { unit: "minutes" as never } }, /`timestamp.unit`/],
    ...["{method}", "{url}", "{method} {decodedUrl}", "{anyPortUrl}", "{header:x}", "text"].map(
      (content): [string, SchemeDefinition, RegExp] => [
        `no body in ${content}`,
        { header: "x-acme", algorithm: HMAC_SHA256, content },
        /body is not signed/,
      ],
    ),
    ["a path with a space", { ...OWN, timestamp: { body: "a b" } }, /`timestamp.body`/],
    [
      "a placeholder that is no function",
      { ...OWN, placeholders: { a: 1 as never } },
      /`placeholders`/,
    ],
    ["no definition", null as never, /The scheme is null/],
    ["text after the signature", { ...OWN, format: "t={timestamp},v1={signature};" }, /`format`/],
  ])("[E.2] are refused with %s", (_name, definition, message) => {
    expect(() => defineScheme(definition)).toThrow(TypeError);
    expect(() => defineScheme(definition)).toThrow(message);
  });
});

describe("a definition", () => {
  const HEADER_EXPECTED = "a header name";
  const OBJECT = "an object";
  const TEXT = "a non-empty string";
  const SECONDS = "a number of seconds, zero or more";
  const PATH = "a dotted path such as `type` or `data.kind`";
  const ALGORITHM = "an algorithm such as HMAC_SHA256";
  const FUNCTIONS = "an object of functions";
  const { sign: _sign, ...unsigned } = HMAC_SHA256;
  const { matches: _matches, ...unmatched } = HMAC_SHA256;
  const { createKey: _createKey, ...keyless } = HMAC_SHA256;

  it.each<[key: string, changes: object, got: string, expected: string]>([
    ["header", { header: "" }, "an empty string", HEADER_EXPECTED],
    ["header", { header: "a b" }, '"a b"', HEADER_EXPECTED],
    ["header", { header: 1 }, "a number", HEADER_EXPECTED],
    ["header", { header: undefined }, "undefined", HEADER_EXPECTED],
    ["algorithm", { algorithm: undefined }, "undefined", ALGORITHM],
    ["algorithm", { algorithm: unsigned }, "an object", ALGORITHM],
    ["algorithm", { algorithm: unmatched }, "an object", ALGORITHM],
    ["algorithm", { algorithm: keyless }, "an object", ALGORITHM],
    ["algorithm", { algorithm: { ...HMAC_SHA256, name: undefined } }, "an object", ALGORITHM],
    ["algorithm", { algorithm: { ...HMAC_SHA256, sign: "sign" } }, "an object", ALGORITHM],
    ["encoding", { encoding: "HEX" }, '"HEX"', "one of `hex`, `base64`"],
    ["encoding", { encoding: null }, "null", "one of `hex`, `base64`"],
    ["format", { format: "" }, "an empty string", TEXT],
    ["separator", { separator: "" }, "an empty string", TEXT],
    ["separator", { separator: 1 }, "a number", TEXT],
    ["content", { content: "" }, "an empty string", TEXT],
    ["id", { id: "x" }, '"x"', "an object with `header`"],
    ["id.header", { id: { header: undefined } }, "undefined", HEADER_EXPECTED],
    ["timestamp", { timestamp: [] }, "an array", OBJECT],
    ["timestamp.header", { timestamp: { header: "a\n" } }, '"a\\n"', HEADER_EXPECTED],
    ["timestamp.body", { timestamp: { body: "" } }, "an empty string", PATH],
    ["timestamp.body", { timestamp: { body: "a..b" } }, '"a..b"', PATH],
    ["timestamp.body", { timestamp: { body: ".a" } }, '".a"', PATH],
    ["timestamp.body", { timestamp: { body: "a." } }, '"a."', PATH],
    ["timestamp.body", { timestamp: { body: "a.b\n" } }, '"a.b\\n"', PATH],
    ["timestamp.body", { timestamp: { body: 1 } }, "a number", PATH],
    ["timestamp.unit", { timestamp: { unit: "ms" } }, '"ms"', "one of `seconds`, `milliseconds`"],
    ["tolerance", { tolerance: -1 }, "a number", SECONDS],
    ["tolerance", { tolerance: NaN }, "a number", SECONDS],
    ["tolerance", { tolerance: "300" }, '"300"', SECONDS],
    ["secret", { secret: "x" }, '"x"', OBJECT],
    ["secret.prefix", { secret: { prefix: "" } }, "an empty string", TEXT],
    ["secret.encoding", { secret: { encoding: "utf8" } }, '"utf8"', "one of `text`, `hex`, `base64`"], // prettier-ignore
    ["placeholders", { placeholders: { a: () => "", b: 1 } }, "an object", FUNCTIONS],
    ["placeholders", { placeholders: () => "" }, "a function", FUNCTIONS],
  ])("[E.2] is refused by its key %s: %o", (key, changes, got, expected) => {
    const definition = { ...OWN, ...changes } as SchemeDefinition; // what an untyped caller passes
    expect(() => defineScheme(definition)).toThrow(
      new TypeError(`The scheme's \`${key}\` is ${got}; expected ${expected}.`),
    );
  });

  it.each<[changes: object, key: string, known: string]>([
    [{ headr: "x" }, "headr", "`header`, `algorithm`, `encoding`, `format`, `separator`, `content`, `id`, `timestamp`, `tolerance`, `secret`, `placeholders`"], // prettier-ignore
    [{ toString: "x" }, "toString", "`header`, `algorithm`, `encoding`, `format`, `separator`, `content`, `id`, `timestamp`, `tolerance`, `secret`, `placeholders`"], // prettier-ignore
    [{ id: { name: "x" } }, "id.name", "`header`"],
    [{ timestamp: { path: "x" } }, "timestamp.path", "`header`, `body`, `unit`"],
    [{ secret: { text: "x" } }, "secret.text", "`prefix`, `encoding`"],
  ])("[E.2] is refused with an unknown key: %o", (changes, key, known) => {
    expect(() => defineScheme({ ...OWN, ...changes })).toThrow(
      new TypeError(`The scheme has the unknown key \`${key}\`; expected one of ${known}.`),
    );
  });

  it("[E.2] may have every key", () => {
    const own = () => "read";
    const scheme = defineScheme({
      header: "X-Sign",
      algorithm: HMAC_SHA1,
      encoding: "base64",
      format: "v1,{signature}",
      separator: " ",
      content: "{id}.{timestamp}.{own}.{url}.{body}",
      id: { header: "X-Id" },
      timestamp: { header: "X-Time", unit: "seconds" },
      tolerance: 0,
      secret: { prefix: "s_", encoding: "hex" },
      placeholders: { own },
    });
    expect(scheme).toEqual({
      header: "x-sign",
      encoding: "base64",
      item: /(?<=(?:^| )v1,)[A-Za-z0-9+/]{27}=(?= |$)/g,
      prefix: "v1,",
      separator: " ",
      timestamp: "x-time",
      tolerance: 0,
      content: ["", "x-id", ".", "x-time", ".", "{own}", ".", "{url}", ".", "{body}", ""],
      id: "x-id",
      secretPrefix: "s_",
      use: HMAC_SHA1,
      readSecret: readHexSecret,
      readContent: readPieces,
      read: readPlaceholder,
      placeholders: { "{own}": own, "{url}": readUrl },
    });
  });

  it("[E.1] of Standard Webhooks is the same but for the names of its headers", () => {
    const {
      header: _,
      timestamp: __,
      content: ___,
      id: ____,
      deliveries: _____,
      ...same
    } = standardWebhooks;
    expect(defineStandardWebhooks("Svix")).toEqual({
      ...same,
      header: "svix-signature",
      timestamp: "svix-timestamp",
      content: ["", "svix-id", ".", "svix-timestamp", "."],
      id: "svix-id",
      deliveries: { event: { body: "type" }, delivery: { header: "svix-id" } },
    });
  });
});

it("[E.2] the keys in code are those in YAML", () => {
  const { definitions } = JSON.parse(
    readFileSync("codegen/meta/vendor.schema.json", "utf8"),
  ) as VendorSchema;
  const { properties } = definitions.scheme;
  const { "": top = {}, ...maps } = DEFINITION;
  const inCode = Object.keys(top).filter((key) => key !== "placeholders");
  expect(inCode).toEqual(Object.keys(properties));
  const nested = Object.entries(properties).flatMap(([key, map]) =>
    map.properties === undefined ? [] : [[key, Object.keys(map.properties)]],
  );
  expect(Object.entries(maps).map(([key, map]) => [key, Object.keys(map)])).toEqual(nested);
});

interface VendorSchema {
  readonly definitions: {
    readonly scheme: { readonly properties: Record<string, { readonly properties?: object }> };
  };
}

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

  const seconds = NOW / 1000;

  it.each([
    [String(seconds), undefined],
    [`00${seconds}`, undefined],
    [`+${seconds}`, "TIMESTAMP_OUT_OF_TOLERANCE"],
    [`${seconds}.0`, "TIMESTAMP_OUT_OF_TOLERANCE"],
    [`${seconds}e0`, "TIMESTAMP_OUT_OF_TOLERANCE"],
    [`0x${seconds.toString(16)}`, "TIMESTAMP_OUT_OF_TOLERANCE"],
    [`0b${seconds.toString(2)}`, "TIMESTAMP_OUT_OF_TOLERANCE"],
    [` ${seconds}`, "TIMESTAMP_OUT_OF_TOLERANCE"],
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

  it("[E.8] refuses text that has no UTF-8, which would be signed as other text is", () => {
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
    const theirs = createVerifier(discord, { secrets: [secret] });
    const ours = createVerifier(discord, { secrets: [key] });
    expect(ours.verify("{}", theirs.sign("{}"))).toBe(true);
    expect(() => ours.sign("{}")).toThrow(/public key; expected a private key/);
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
