import { describe, expect, it, vi } from "vitest";
import type { SignatureDescription } from "../../../src/catalog/signatures.js";
import { createAnyScheme } from "../../../src/receive/signatures/define.js";
import {
  explainRefusal,
  type FindingCode,
  type RefusedDelivery,
} from "../../../src/receive/signatures/explain/explain-refusal.js";
import {
  decodeAnyBase64,
  decodeAnyHex,
} from "../../../src/receive/signatures/explain/changed-secrets.js";
import { listBodies } from "../../../src/receive/signatures/explain/changed-bodies.js";
import { listUrls } from "../../../src/receive/signatures/explain/changed-urls.js";
import { createVerifier } from "../../../src/receive/signatures/verifier.js";
import { NOW, SAMPLES, URL, type Sample } from "../../cases/signatures/deliveries.js";

/** A delivery as it was sent and as it arrives; a case changes one of its parts. */
interface Parts {
  description: SignatureDescription;
  /** What the service signs. */
  sentBody: string | Uint8Array;
  sentUrl: string;
  sentSecret: string | Uint8Array;
  sentAt: number;
  /** What arrives. */
  body: string | Uint8Array;
  url: string | undefined;
  secrets: readonly string[];
  otherSecrets: Readonly<Record<string, string>>;
  now: number;
  changeHeaders: (headers: Record<string, string>) => Record<string, string>;
  /** What is verified with, where that is not what was signed with. */
  expected: SignatureDescription | undefined;
}

const STRIPE_SAMPLE = findSample("stripe");

function findSample(name: string): Sample {
  const found = SAMPLES.find((sample) => sample.name === name);
  if (found === undefined) throw new Error(`There is no sample of ${name}.`);
  return found;
}

const keep = (headers: Record<string, string>) => headers;

function createParts({ description, body, secret }: Sample): Parts {
  return {
    description,
    sentBody: body,
    sentUrl: URL,
    sentSecret: secret,
    sentAt: NOW,
    body,
    url: URL,
    secrets: [secret],
    otherSecrets: {},
    now: NOW,
    changeHeaders: keep,
    expected: undefined,
  };
}

const toBytes = (body: string | Uint8Array) =>
  typeof body === "string" ? new TextEncoder().encode(body) : body;

function deliver(parts: Parts): RefusedDelivery {
  const scheme = createAnyScheme(parts.description);
  const verifier = createVerifier(scheme, { secrets: [parts.sentSecret] });
  const sent = { url: parts.sentUrl, method: "POST", timestamp: parts.sentAt, id: "msg_1" };
  const headers = verifier.sign(parts.sentBody, sent);
  return {
    scheme: createAnyScheme(parts.expected ?? parts.description),
    secrets: parts.secrets,
    otherSecrets: parts.otherSecrets,
    body: toBytes(parts.body),
    headers: parts.changeHeaders(headers),
    url: parts.url,
    now: parts.now,
  };
}

const explain = (parts: Parts) => explainRefusal(deliver(parts)).map(({ code }) => code);

const JSON_BODY = JSON.stringify({
  event: "déjà/vu <b> 🎉",
  webhookTimestamp: NOW,
  list: [1, { a: ',":' }],
});
const PYTHON_BODY =
  '{"event": "d\\u00e9j\\u00e0/vu <b> \\ud83c\\udf89", "webhookTimestamp": ' +
  `${NOW}, "list": [1, {"a": ",\\":"}]}`;

/** A change of one part, with the code that it has to be found by; `undefined` where it does not apply. */
type Change = (sample: Sample) => Partial<Parts> | undefined;

const isToken = ({ description }: Sample) => description.algorithm === "token";
const isKeyPair = ({ description }: Sample) => /ed25519|ecdsa/.test(description.algorithm);
const isHmac = (sample: Sample) => !isToken(sample) && !isKeyPair(sample);
const isForm = ({ name }: Sample) => name === "twilio";
const signsUrl = ({ description: { content = "" } }: Sample) => /url\}/i.test(content);
const readsText = ({ description }: Sample) => (description.secret?.encoding ?? "text") === "text";

const bodies =
  (sentBody: string | Uint8Array, body: string | Uint8Array): Change =>
  (sample) =>
    isToken(sample) || isForm(sample) ? undefined : { sentBody, body };

const urls =
  (sentUrl: string, url: string, headers: Record<string, string> = {}): Change =>
  (sample) =>
    signsUrl(sample)
      ? { sentUrl, url, changeHeaders: (sent) => ({ ...sent, ...headers }) }
      : undefined;

const signatures =
  (change: (text: string) => string): Change =>
  ({ description: { header } }) => ({
    changeHeaders: (headers) => ({ ...headers, [header]: change(headers[header] ?? "") }),
  });

const recode =
  (from: "hex" | "base64", to: "hex" | "base64"): Change =>
  (sample) => {
    if (!isHmac(sample) || (sample.description.encoding ?? "hex") !== from) return undefined;
    return signatures((text) =>
      text.replace(/[\w+/]{27,}=*$/, (token) => Buffer.from(token, from).toString(to)),
    )(sample);
  };

const LATIN1 = new TextEncoder().encode(Buffer.from(JSON_BODY).toString("latin1"));

/** The bytes from 0x80 to 0x9f in Windows-1252 (WHATWG Encoding, index windows-1252). */
const HIGH = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** Decodes UTF-8 as Windows-1252. Some versions of Node decode that as Latin-1, so it is done here. */
const toWindows1252 = (text: string) =>
  Buffer.from(text)
    .toString("latin1")
    .replace(/[\x80-\x9f]/g, (letter) => HIGH.charAt(letter.charCodeAt(0) - 0x80));

/** The second bytes of these letters are all those that Windows-1252 reads otherwise than Latin-1. */
const LETTERS = JSON.stringify({
  webhookTimestamp: NOW,
  text: String.fromCharCode(...Array.from({ length: 32 }, (_, index) => 0xc0 + index)),
});

const CASES: readonly (readonly [name: string, code: FindingCode, change: Change])[] = [
  [
    "a body that was indented",
    "BODY_REWRITTEN",
    bodies(JSON.stringify(JSON.parse(JSON_BODY), null, 2), JSON_BODY),
  ],
  ["a body of Python", "BODY_REWRITTEN", bodies(PYTHON_BODY, JSON_BODY)],
  ["a body of PHP", "BODY_REWRITTEN", bodies(JSON_BODY.replaceAll("/", "\\/"), JSON_BODY)],
  [
    "a body of Go",
    "BODY_REWRITTEN",
    bodies(JSON_BODY.replace("<", "\\u003c").replace(">", "\\u003e"), JSON_BODY),
  ],
  [
    "a body that was indented by four spaces",
    "BODY_REWRITTEN",
    bodies(JSON.stringify(JSON.parse(JSON_BODY), null, 4), JSON_BODY),
  ],
  [
    "a body that was indented by tabs",
    "BODY_REWRITTEN",
    bodies(JSON.stringify(JSON.parse(JSON_BODY), null, "\t"), JSON_BODY),
  ],
  [
    "a body that was made compact",
    "BODY_REWRITTEN",
    bodies(JSON_BODY, JSON.stringify(JSON.parse(JSON_BODY), null, 2)),
  ],
  ["a line end too much", "BODY_END", bodies(JSON_BODY, `${JSON_BODY}\n`)],
  ["a missing line end", "BODY_END", bodies(`${JSON_BODY}\n`, JSON_BODY)],
  ["a byte order mark", "BODY_END", bodies(JSON_BODY, `\ufeff${JSON_BODY}`)],
  [
    "CRLF for LF",
    "BODY_LINE_ENDS",
    bodies(`{"webhookTimestamp":${NOW},\n"a":1e0}`, `{"webhookTimestamp":${NOW},\r\n"a":1e0}`),
  ],
  [
    "LF for CRLF",
    "BODY_LINE_ENDS",
    bodies(`{"webhookTimestamp":${NOW},\r\n"a":1e0}`, `{"webhookTimestamp":${NOW},\n"a":1e0}`),
  ],
  ["a body that was decoded as Latin-1", "BODY_CHARSET", bodies(JSON_BODY, LATIN1)],
  [
    "a body that was decoded as Windows-1252",
    "BODY_CHARSET",
    bodies(JSON_BODY, toWindows1252(JSON_BODY)),
  ],
  [
    "each letter that was decoded as Windows-1252",
    "BODY_CHARSET",
    bodies(LETTERS, toWindows1252(LETTERS)),
  ],
  [
    "an empty body",
    "BODY_EMPTY",
    (sample) => (sample.description.timestamp?.body ? undefined : bodies(JSON_BODY, "")(sample)),
  ],
  ["the text of an object", "BODY_STRINGIFIED", bodies(JSON_BODY, "[object Object]")],
  ["lost characters", "BODY_CHARACTERS_LOST", bodies(JSON_BODY, JSON_BODY.replace("é", "\ufffd"))],
  [
    "another secret of the list",
    "SECRET_OTHER",
    ({ secret, otherSecret }) => ({
      sentSecret: otherSecret,
      secrets: [secret],
      otherSecrets: { WEBHOOK_SECRET_OLD: otherSecret },
    }),
  ],
  [
    "a secret with a space before it",
    "SECRET_END",
    (sample) => (isKeyPair(sample) ? undefined : { secrets: [` ${sample.secret}`] }),
  ],
  [
    "a secret with a line end",
    "SECRET_END",
    (sample) => (isKeyPair(sample) ? undefined : { secrets: [`${sample.secret}\n`] }),
  ],
  [
    "a secret without its line end",
    "SECRET_END",
    (sample) =>
      readsText(sample) && !isToken(sample) ? { sentSecret: `${sample.secret}\n` } : undefined,
  ],
  [
    "a secret in quotes",
    "SECRET_QUOTED",
    (sample) => (isKeyPair(sample) ? undefined : { secrets: [`"${sample.secret}"`] }),
  ],
  [
    "a secret that is used as base64",
    "SECRET_ENCODING",
    (sample) =>
      isHmac(sample) && readsText(sample)
        ? {
            sentSecret: Buffer.from("0123456789abcdef!"),
            secrets: [Buffer.from("0123456789abcdef!").toString("base64")],
          }
        : undefined,
  ],
  [
    "a secret that is used as hex",
    "SECRET_ENCODING",
    (sample) =>
      isHmac(sample) && readsText(sample)
        ? {
            sentSecret: Buffer.from("0123456789abcdef!"),
            secrets: [Buffer.from("0123456789abcdef!").toString("hex")],
          }
        : undefined,
  ],
  [
    "a secret of base64 after a prefix",
    "SECRET_ENCODING",
    (sample) =>
      isHmac(sample) && readsText(sample)
        ? {
            sentSecret: Buffer.from("0123456789abcdef!"),
            secrets: [`whsec_${Buffer.from("0123456789abcdef!").toString("base64")}`],
          }
        : undefined,
  ],
  [
    "a secret that is used with its prefix",
    "SECRET_ENCODING",
    (sample) =>
      sample.name === "standard-webhooks" ? { sentSecret: Buffer.from(sample.secret) } : undefined,
  ],
  [
    "another hash",
    "ALGORITHM",
    ({ description, ...sample }) => {
      if (!isHmac({ description, ...sample })) return undefined;
      const algorithm = description.algorithm === "hmac-sha1" ? "hmac-sha256" : "hmac-sha1";
      return { description: { ...description, algorithm }, expected: description };
    },
  ],
  ["base64 for hex", "SIGNATURE_ENCODING", recode("hex", "base64")],
  ["hex for base64", "SIGNATURE_ENCODING", recode("base64", "hex")],
  [
    "upper case",
    "SIGNATURE_UPPER_CASE",
    (sample) =>
      (sample.description.encoding ?? "hex") === "hex" && !isToken(sample)
        ? signatures((text) => text.replace(/[0-9a-f]{40,}$/, (token) => token.toUpperCase()))(
            sample,
          )
        : undefined,
  ],
  [
    "a missing prefix",
    "SIGNATURE_FORMAT",
    (sample) =>
      /^[^{]+\{signature\}$/.test(sample.description.format ?? "")
        ? signatures((text) => text.slice(sample.description.format?.indexOf("{")))(sample)
        : undefined,
  ],
  [
    "nonsense for a signature",
    "SIGNATURE_UNREADABLE",
    (sample) => (isToken(sample) ? undefined : signatures(() => "nonsense")(sample)),
  ],
  [
    "an old timestamp",
    "TIMESTAMP_OUT_OF_TOLERANCE",
    ({ description }) =>
      description.tolerance === undefined ? undefined : { now: NOW + 3_600_000 },
  ],
  [
    "a timestamp of the future",
    "TIMESTAMP_OUT_OF_TOLERANCE",
    ({ description }) =>
      description.tolerance === undefined ? undefined : { now: NOW - 3_600_000 },
  ],
  [
    "a missing header",
    "HEADER_MISSING",
    ({ description: { header } }) => ({ changeHeaders: ({ [header]: _, ...others }) => others }),
  ],
  [
    "another name of the header",
    "HEADER_RENAMED",
    ({ description: { header } }) => ({
      changeHeaders: ({ [header]: text = "", ...others }) => ({
        ...others,
        [`x-proxy-${header}`]: text,
      }),
    }),
  ],
  [
    "a missing header that is signed",
    "SIGNED_HEADER_MISSING",
    ({ description: { timestamp, content = "" } }) => {
      const { header } = timestamp ?? {};
      if (header === undefined || !content.includes("{timestamp}")) return undefined;
      return { changeHeaders: ({ [header]: _, ...others }) => others };
    },
  ],
  [
    "a time in seconds where milliseconds are expected",
    "TIMESTAMP_UNIT",
    ({ description }) => {
      const { timestamp } = description;
      if (timestamp === undefined || timestamp.unit === "milliseconds") return undefined;
      return { expected: { ...description, timestamp: { ...timestamp, unit: "milliseconds" } } };
    },
  ],
  ["no URL", "URL_MISSING", (sample) => (signsUrl(sample) ? { url: undefined } : undefined)],
  [
    "http behind a proxy",
    "URL_SCHEME",
    urls("https://a.example/hooks?b=1", "http://a.example/hooks?b=1"),
  ],
  [
    "the host of a proxy",
    "URL_HOST",
    urls("https://a.example/hooks", "https://localhost/hooks", { "x-forwarded-host": "a.example" }),
  ],
  [
    "the port of a proxy",
    "URL_PORT",
    urls("https://a.example:8443/hooks", "https://a.example/hooks", { "x-forwarded-port": "8443" }),
  ],
  ...[
    { forwarded: 'for=1.2.3.4;proto=https;Host="a.example"' },
    { "x-forwarded-host": "a.example:8443 , b.example" },
    { host: "a.example:3000" },
    { "x-original-host": "a.example" },
  ].map((headers): (typeof CASES)[number] => [
    `the host of the headers ${Object.keys(headers).join()}`,
    "URL_HOST",
    urls("https://a.example/hooks", "https://localhost/hooks", headers),
  ]),
  [
    "a host without `www`",
    "URL_HOST",
    urls("https://www.a.example/hooks", "https://a.example/hooks"),
  ],
  ["a host with `www`", "URL_HOST", urls("https://a.example/hooks", "https://www.a.example/hooks")],
  [
    "the port of the header `host`",
    "URL_PORT",
    urls("https://a.example:8443/hooks", "https://a.example/hooks", { host: "a.example:8443" }),
  ],
  [
    "a port that the service does not know",
    "URL_PORT",
    // Twilio signs a URL with its port or without.
    (sample) =>
      isForm(sample)
        ? undefined
        : urls("https://a.example/hooks", "https://a.example:8443/hooks")(sample),
  ],
  [
    "a slash too much",
    "URL_SLASH",
    urls("https://a.example/hooks?b=1", "https://a.example/hooks/?b=1"),
  ],
  ["a missing slash", "URL_SLASH", urls("https://a.example/hooks/", "https://a.example/hooks")],
  [
    "a query that was not signed",
    "URL_QUERY",
    urls("https://a.example/hooks", "https://a.example/hooks?b=1"),
  ],
  [
    "another scheme and host",
    "URL_SCHEME",
    urls("https://a.example/hooks", "http://localhost/hooks", { host: "a.example" }),
  ],
  ["another secret altogether", "UNKNOWN", ({ otherSecret }) => ({ sentSecret: otherSecret })],
];

describe.each(CASES)("%s", (_, code, change) => {
  const samples = SAMPLES.flatMap((sample) => {
    const changed = change(sample);
    return changed === undefined ? [] : [{ name: sample.name, sample, changed }];
  });

  it.each(samples)("[E.11] is found for $name", ({ sample, changed }) => {
    const parts = { ...createParts(sample), ...changed };
    const delivery = deliver(parts);
    const findings = explainRefusal(delivery);
    expect(findings.map((one) => one.code)).toContain(code);
    expect(findings[0]?.code).toBe(code);
    for (const { advice } of findings) expect(advice).toMatch(/^[A-Z].+\.$/);
    const shown = JSON.stringify(findings);
    for (const secret of [sample.secret, sample.otherSecret, ...parts.secrets])
      expect(shown).not.toContain(secret.trim());
    for (const text of Object.values(delivery.headers)
      .map(String)
      .filter((text) => text.length > 30))
      expect(shown).not.toContain(text);
  });
});

describe.each(SAMPLES)("the preset $name", (sample) => {
  it("[E.11] has nothing to explain when it accepts a delivery", () => {
    expect(explain(createParts(sample))).toEqual([]);
  });

  it.each(["stripe", "github", "twilio"])("[E.11] is found when %s is expected", (name) => {
    if (name === sample.name) return;
    const expected = SAMPLES.find((one) => one.name === name)?.description;
    const findings = explainRefusal(deliver({ ...createParts(sample), expected }));
    const found = findings.find(({ code }) => code === "OTHER_SCHEME");
    expect(found?.message).toContain(`\`${sample.name}\``);
  });
});

describe("a search", () => {
  const sample = SAMPLES.find(({ name }) => name === "square") ?? SAMPLES[0];
  if (sample === undefined) throw new Error("There are no samples.");

  const [body, secrets, url] = [
    `${sample.body}\n`,
    [` ${sample.secret}`],
    URL.replace("https:", "http:"),
  ];

  it.each<readonly [what: string, Partial<Parts>, codes: readonly FindingCode[]]>([
    ["a body and a secret", { body, secrets }, ["BODY_END", "SECRET_END"]],
    ["a body and a URL", { body, url }, ["BODY_END", "URL_SCHEME"]],
    ["a secret and a URL", { secrets, url }, ["SECRET_END", "URL_SCHEME"]],
  ])("[E.11] names both causes of two: %s", (_, changes, codes) => {
    expect(explain({ ...createParts(sample), ...changes }).toSorted()).toEqual(codes);
  });

  const stripe = SAMPLES.find(({ name }) => name === "stripe") ?? sample;
  const standard = SAMPLES.find(({ name }) => name === "standard-webhooks") ?? sample;
  const discord = SAMPLES.find(({ name }) => name === "discord") ?? sample;
  const { description } = stripe;

  it.each<readonly [name: string, changes: Partial<Parts>, codes: readonly FindingCode[]]>([
    [
      "a body and a hash",
      {
        description: { ...description, algorithm: "hmac-sha1" },
        expected: description,
        body: `${stripe.body}\n`,
      },
      ["ALGORITHM", "BODY_END"],
    ],
    [
      "a hash, though a preset has it",
      { expected: { ...description, algorithm: "hmac-sha512" } },
      ["ALGORITHM"],
    ],
    [
      "a time, though a preset tolerates it",
      { expected: { ...description, tolerance: 60 }, now: NOW + 90_000 },
      ["TIMESTAMP_OUT_OF_TOLERANCE"],
    ],
    [
      "a preset beside a header that it does not need",
      { expected: { ...description, content: "{header:x-nonce}.{timestamp}.{body}" } },
      ["OTHER_SCHEME", "SIGNED_HEADER_MISSING"],
    ],
    [
      // Everybody could sign with a public key as the secret of an HMAC.
      "no HMAC in place of a key pair",
      {
        description: { ...discord.description, algorithm: "hmac-sha512", secret: {} },
        expected: discord.description,
        sentSecret: discord.secret,
        secrets: [discord.secret],
      },
      ["UNKNOWN"],
    ],
    [
      "a secret that is not of the form of its scheme",
      { ...createParts(standard), secrets: ["whsec_!"], sentSecret: standard.otherSecret },
      ["SECRET_MALFORMED"],
    ],
    ["the end of a secret of one byte", { sentSecret: "a", secrets: [" a"] }, ["SECRET_END"]],
  ])("[E.11] finds %s", (_, changes, codes) => {
    expect(explain({ ...createParts(stripe), ...changes }).toSorted()).toEqual(codes);
  });

  it("[E.11] finds another hash on platforms whose keys are made for one hash", async () => {
    vi.resetModules();
    vi.doMock("#platform", () => import("../../../src/receive/signatures/platform.portable.js"));
    const { createAnyScheme: create } = await import("../../../src/receive/signatures/define.js");
    const search = await import("../../../src/receive/signatures/explain/explain-refusal.js");
    vi.doUnmock("#platform");
    const sha1 = { ...description, algorithm: "hmac-sha1" } as const;
    const delivery = deliver({ ...createParts(stripe), description: sha1 });
    const findings = search.explainRefusal({ ...delivery, scheme: create(description) });
    expect(findings.map(({ code }) => code)).toEqual(["ALGORITHM"]);
  });

  it.each([
    ["the last of 16", 15, "BODY_END"],
    ["no more than 16", 16, "UNKNOWN"],
  ])("[E.11] tries signatures of a header: %s", (_, wrongCount, code) => {
    const wrong = `,v1=${"0".repeat(64)}`.repeat(wrongCount);
    const changeHeaders = (headers: Record<string, string>) => ({
      "stripe-signature": headers["stripe-signature"]?.replace(",", `${wrong},`) ?? "",
    });
    const parts = { ...createParts(stripe), body: `${stripe.body}\n`, changeHeaders };
    expect(explain(parts)).toEqual([code]);
  });

  it("[E.11] says every difference of the URL", () => {
    const urls = { sentUrl: "https://a.example:8443/hooks", url: "http://localhost/hooks/?b" };
    const changeHeaders = (headers: Record<string, string>) => ({
      ...headers,
      ...{ "x-forwarded-host": "a.example", "x-forwarded-port": "8443" },
    });
    const findings = explainRefusal(deliver({ ...createParts(sample), ...urls, changeHeaders }));
    expect(findings.map(({ message }) => message)).toEqual([
      'The URL was signed with https as its scheme and with "a.example" as its host ' +
        "and with the port 8443 and without a slash at the end of its path and without its query.",
    ]);
  });

  it("[E.11] asks for no header that is not signed", () => {
    const expected = { ...description, id: { header: "x-id" } };
    const parts = { ...createParts(stripe), expected, sentBody: `${stripe.body}\n` };
    expect(explain(parts)).toEqual(["BODY_END"]);
  });

  it.each([
    [7_500_000, "is 2 hours old"],
    [7_200_000, "is 2 hours old"],
    [7_199_000, "is 120 minutes old"],
    [301_000, "is 5 minutes old"],
    [2 * 86_400_000, "is 2 days old"],
    [-7_200_000, "is 2 hours in the future"],
  ])("[E.11] says by how much a timestamp is out of tolerance: %d ms", (age, text) => {
    const [finding] = explainRefusal(deliver({ ...createParts(stripe), now: NOW + age }));
    expect(finding?.message).toBe(`The timestamp ${text}; the tolerance is 5 minutes.`);
  });

  it("[E.11] finds Standard Webhooks under the headers of another vendor", () => {
    const rename = (headers: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.replace("webhook-", "svix-"), value]),
      );
    const findings = explainRefusal(deliver({ ...createParts(standard), changeHeaders: rename }));
    expect(findings.map(({ message }) => message).join()).toContain("standard-webhooks of svix");
  });

  it("[E.11] ends on a large body, and says so", () => {
    const body = JSON.stringify({ text: "x".repeat(25 * 1024 * 1024) });
    const parts = { ...createParts(sample), sentBody: "other", body };
    expect(explainRefusal(deliver(parts))).toMatchObject([
      { code: "SEARCH_ENDED", advice: expect.stringMatching(/smaller delivery/) },
      { code: "UNKNOWN", advice: expect.stringMatching(/settings of the service/) },
    ]);
  });

  const MIB = 1024 * 1024;

  it.each([
    ["2,000 changes", 2_000, 1],
    ["256 MiB", 256, MIB],
  ])("[E.11] ends before it has tried %s", (_, trials, size) => {
    const [right, body] = [sample.otherSecret, new Uint8Array(size)];
    const find = (secretCount: number) => {
      const names = Array.from({ length: secretCount }, (_, index) => [`SECRET_${index}`, "wrong"]);
      const otherSecrets = { ...Object.fromEntries(names), RIGHT: right };
      const searched = { sentSecret: right, sentBody: body, body, otherSecrets };
      return explain({ ...createParts(sample), ...searched })[0];
    };
    // The delivery as it is has been tried twice before: as it is expected, and in any form.
    expect(find(trials - 4)).toBe("SECRET_OTHER");
    expect(find(trials - 3)).toBe("SEARCH_ENDED");
  });

  it.each([
    ["a header without an end", { "x-square-hmacsha256-signature": "a".repeat(1_000_000) }],
    ["bytes that are no text", {}],
  ])("[E.11] ends on %s", (_, headers) => {
    const parts = { ...createParts(sample), body: new Uint8Array(1_000).fill(0xff) };
    const changeHeaders = (sent: Record<string, string>) => ({ ...sent, ...headers });
    expect(explain({ ...parts, changeHeaders }).length).toBeGreaterThan(0);
  });
});

describe("what a search says", () => {
  const SECRET = "It's a secret";
  const HEX: SignatureDescription = { header: "X-Sign", algorithm: "hmac-sha256" };
  const TIMED: SignatureDescription = {
    ...HEX,
    timestamp: { header: "X-Time" },
    content: "{timestamp}.{body}",
    tolerance: 300,
  };

  /** Verifies by `expected` what was signed by `description`; each case changes what it is about. */
  const say = (changes: Partial<Parts>) => {
    const parts: Parts = {
      ...{ description: HEX, sentBody: "{}", sentUrl: URL, sentSecret: SECRET, sentAt: NOW },
      ...{ body: "{}", url: URL, secrets: [SECRET], otherSecrets: {}, now: NOW },
      ...{ changeHeaders: keep, expected: undefined, ...changes },
    };
    return explainRefusal(deliver(parts)).map(({ message, advice }) => {
      expect(advice).toMatch(/^[A-Z].+\.$/);
      return message;
    });
  };
  const rename = (from: string, to: string) => (headers: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(headers).map(([name, text]) => [name === from ? to : name, text]),
    );
  const rewrite =
    (change: (text: string) => string) =>
    ({ "x-sign": text = "", ...others }: Record<string, string>) => ({
      ...others,
      "x-sign": change(text),
    });
  const toBase64 = (text: string) => Buffer.from(text, "hex").toString("base64");
  const inBase64: SignatureDescription = { ...HEX, encoding: "base64" };
  const prefixed: SignatureDescription = { ...HEX, format: "v1={signature}" };
  const nonced: SignatureDescription = {
    ...HEX,
    content: "{header:X-A}{header:X-B}{header:X-A}{body}",
  };
  const inMilliseconds: SignatureDescription = {
    ...TIMED,
    timestamp: { header: "X-Time", unit: "milliseconds" },
  };
  const OTHER_TEXT = "The signature in `x-sign` is right, but there is other text around it.";
  const UNKNOWN = "The secret is another one, or the body is not the one that was sent.";
  const NO_NUMBER = "The timestamp is not a whole number of seconds or milliseconds.";

  it.each<readonly [what: string, changes: Partial<Parts>, messages: readonly string[]]>([
    ["nothing of what is right", {}, []],
    ["nothing of a time that is just tolerated", { description: TIMED, now: NOW + 300_000 }, []],
    [
      "the missing URL",
      { description: { ...HEX, content: "{url}{body}" }, url: undefined },
      ["The service signs the URL, and it is not known here."],
    ],
    [
      "the missing URL with some characters decoded",
      { description: { ...HEX, content: "{decodedUrl}{body}" }, url: undefined },
      ["The service signs the URL, and it is not known here."],
    ],
    ["nothing of a URL that is not signed", { url: undefined, body: "{}\n" }, ["The end of the body was changed: it has extra white space."]], // prettier-ignore
    ["the missing header", { changeHeaders: () => ({}) }, ["The delivery has no header `x-sign`."]],
    [
      "the header that has the signature",
      { changeHeaders: rename("x-sign", "x-other") },
      ["The signature is in the header `x-other`, not in `x-sign`."],
    ],
    [
      "the preset whose header has the signature",
      {
        changeHeaders: rename("x-sign", "linear-signature"),
        sentBody: `{"webhookTimestamp":${NOW}}`,
        body: `{"webhookTimestamp":${NOW}}`,
      },
      ["The preset `linear` accepts the signature."],
    ],
    [
      "each signed header that is missing, once",
      { expected: nonced },
      ["The service signs `x-a` and `x-b`, and the delivery has no such header."],
    ],
    [
      "the one signed header that is missing",
      { expected: nonced, changeHeaders: (headers) => ({ ...headers, "x-a": "" }) },
      ["The service signs `x-b`, and the delivery has no such header."],
    ],
    [
      "the other algorithm",
      { description: { ...HEX, algorithm: "hmac-sha512" }, expected: HEX },
      ["The delivery is signed with HMAC-SHA-512, not with HMAC-SHA-256."],
    ],
    [
      "base64 for hex",
      { changeHeaders: rewrite(toBase64) },
      ["The signature in `x-sign` is right, but it is sent as base64."],
    ],
    [
      "hex for base64",
      { description: HEX, expected: inBase64 },
      ["The signature in `x-sign` is right, but it is sent as hexadecimal digits."],
    ],
    [
      "other text around base64",
      { description: inBase64, changeHeaders: rewrite((text) => `x ${text}`) },
      [OTHER_TEXT],
    ],
    [
      "upper case",
      { changeHeaders: rewrite((text) => text.toUpperCase()) },
      ["The signature in `x-sign` is right, but it is sent in upper case."],
    ],
    [
      "the missing prefix",
      { description: HEX, expected: prefixed },
      ["The signature in `x-sign` is right, but `v1=` is missing before it."],
    ],
    ["other text around it", { changeHeaders: rewrite((text) => `x ${text}`) }, [OTHER_TEXT]],
    [
      "other text around it and its prefix",
      { description: prefixed, changeHeaders: rewrite((text) => `${text};`) },
      [OTHER_TEXT],
    ],
    [
      "that there is no signature",
      { changeHeaders: () => ({ "x-sign": "nonsense" }) },
      ["The header `x-sign` holds nothing of the form of a signature."],
    ],
    [
      "the name of the other secret",
      { sentSecret: "old", otherSecrets: { NEW: "new", OLD: "old" } },
      ["The delivery is signed with another secret: OLD."],
    ],
    [
      "the name of the other secret, and the change of the body",
      { sentSecret: "old", otherSecrets: { OLD: "old" }, body: "{}\n" },
      [
        "The end of the body was changed: it has extra white space.",
        "The delivery is signed with another secret: OLD.",
      ],
    ],
    [
      "a time that is no number",
      { description: TIMED, changeHeaders: (headers) => ({ ...headers, "x-time": "1e9" }) },
      [NO_NUMBER, UNKNOWN],
    ],
    [
      "a time of 17 digits",
      {
        description: TIMED,
        changeHeaders: (headers) => ({ ...headers, "x-time": "1".repeat(17) }),
      },
      [NO_NUMBER, UNKNOWN],
    ],
    [
      "seconds for milliseconds",
      { description: TIMED, expected: inMilliseconds },
      ["The timestamp is in seconds, and the scheme expects another unit."],
    ],
    [
      "milliseconds for seconds",
      { description: inMilliseconds, expected: TIMED },
      ["The timestamp is in milliseconds, and the scheme expects another unit."],
    ],
    [
      "milliseconds for seconds, a day ago",
      { description: inMilliseconds, expected: TIMED, now: NOW + 86_400_000 },
      ["The timestamp is in milliseconds, and the scheme expects another unit."],
    ],
    [
      "seconds of a delivery that is a day and a millisecond old",
      { description: TIMED, expected: inMilliseconds, now: NOW + 86_400_001 },
      [`The timestamp is ${Math.round((NOW + 86_400_001 - NOW / 1000) / 86_400_000)} days old; the tolerance is 5 minutes.`], // prettier-ignore
    ],
    [
      "a time that is a second too old, for a tolerance of one",
      { description: { ...TIMED, tolerance: 1 }, now: NOW + 2_000 },
      ["The timestamp is 2 seconds old; the tolerance is 1 second."],
    ],
    [
      "a time that is too old for no tolerance",
      { description: { ...TIMED, tolerance: 0 }, now: NOW + 1_000 },
      ["The timestamp is 1 second old; the tolerance is 0 seconds."],
    ],
    [
      "a time of the future, and another body",
      { description: TIMED, body: "[]", now: NOW - 400_000 },
      ["The timestamp is 7 minutes in the future; the tolerance is 5 minutes.", UNKNOWN],
    ],
    ["nothing of a time that is just tolerated, beside another body", { description: TIMED, body: "[]", now: NOW + 300_000 }, [UNKNOWN]], // prettier-ignore
    [
      "a secret that cannot be one",
      { expected: { ...HEX, secret: { encoding: "base64" } }, sentBody: "[]" },
      ["A secret is not of the form that the scheme expects."],
    ],
    [
      "a secret that cannot be one, and a body that is empty",
      { expected: { ...HEX, secret: { encoding: "base64" } }, sentBody: "[]", body: "" },
      [
        "A secret is not of the form that the scheme expects.",
        "The body is empty: something else may have read it before.",
      ],
    ],
    ["that it does not know", { body: "[]" }, [UNKNOWN]],
  ])("[E.11] is %s", (_, changes, messages) => {
    expect(say(changes)).toEqual(messages);
  });

  it.each([
    [1_499, "1 second"],
    [1_500, "2 seconds"],
    [119_499, "119 seconds"],
    [119_999, "120 seconds"],
    [120_000, "2 minutes"],
    [150_000, "3 minutes"],
    [7_199_999, "120 minutes"],
    [7_200_000, "2 hours"],
    [172_799_999, "48 hours"],
    [172_800_000, "2 days"],
  ])("[E.11] is in whole units, of which there are two at least: %i ms", (age, words) => {
    const description = { ...TIMED, tolerance: 0 };
    expect(say({ description, now: NOW + age })).toEqual([
      `The timestamp is ${words} old; the tolerance is 0 seconds.`,
    ]);
    expect(say({ description, now: NOW - age })).toEqual([
      `The timestamp is ${words} in the future; the tolerance is 0 seconds.`,
    ]);
  });

  it("[E.11] is that of the tolerance and the time in force", () => {
    const delivery = deliver({ ...createParts(STRIPE_SAMPLE), now: NOW + 60_000 });
    expect(explainRefusal({ ...delivery, tolerance: 60_000 })).toEqual([]);
    expect(
      explainRefusal({ ...delivery, tolerance: 59_000 }).map(({ message }) => message),
    ).toEqual(["The timestamp is 60 seconds old; the tolerance is 59 seconds."]);
    const { now: _, ...undated } = delivery;
    expect(explainRefusal(undated).map(({ code }) => code)).toEqual(["TIMESTAMP_OUT_OF_TOLERANCE"]);
  });

  it("[E.11] takes POST for a method that is not known", () => {
    const description: SignatureDescription = { ...HEX, content: "{method}{body}" };
    const scheme = createAnyScheme(description);
    const { sign } = createVerifier(scheme, { secrets: [SECRET] });
    for (const [method, codes] of [
      ["POST", []],
      ["PUT", ["UNKNOWN"]],
    ] as const) {
      const headers = sign("{}", { method });
      const delivery = { scheme, secrets: [SECRET], body: toBytes("{}"), headers };
      expect(explainRefusal(delivery).map(({ code }) => code)).toEqual(codes);
      expect(explainRefusal({ ...delivery, method })).toEqual([]);
    }
  });
});

it.each([
  ["parses", 0, true],
  ["does not parse", 1, false],
])("[E.11] %s a body of 8 MiB and %i bytes", (_, more, isParsed) => {
  const body = new Uint8Array(8 * 1024 * 1024 + more).fill(0x20);
  body.set(toBytes("{}"));
  const codes = [...listBodies(body)].map(({ finding }) => finding.code);
  expect(codes.includes("BODY_REWRITTEN")).toBe(isParsed);
});

it("[E.11] tries 128 URLs at most, those with the fewest differences first", () => {
  const headers: Readonly<Record<string, string>> = {
    ...{ "x-forwarded-host": "a.example", forwarded: "host=b.example", host: "c.example:3000" },
    ...{ "x-original-host": "d.example", "x-forwarded-port": "8443" },
  };
  const found = listUrls("https://e.example/hooks?a=1", (name) => headers[name]);
  expect(found).toHaveLength(128);
  const differences = found.map(({ finding }) => finding.message.split(" and ").length);
  expect(differences).toEqual(differences.toSorted());
  expect(new Set(found.map(({ value }) => value)).size).toBe(128);
});

describe("the bytes that a text may encode", () => {
  it.each([
    ["-_8=", [0xfb, 0xff]],
    ["+/8", [0xfb, 0xff]],
    ["AA==", [0]],
    ["", undefined],
    ["A", undefined],
    ["A*==", undefined],
    ["*AAA", undefined],
    ["AA=A", undefined],
  ])("[E.11] are read from base64: %j", (text, expected) => {
    const bytes = decodeAnyBase64(text);
    expect(bytes && [...bytes]).toEqual(expected);
  });

  it.each([
    ["00fF", [0, 255]],
    ["", undefined],
    ["0", undefined],
    ["0g", undefined],
    ["g0", undefined],
  ])("[E.11] are read from hexadecimal digits: %j", (text, expected) => {
    const bytes = decodeAnyHex(text);
    expect(bytes && [...bytes]).toEqual(expected);
  });
});
