/** An explanation finds each change of a delivery, for each preset that the change applies to. */
import { describe, expect, it } from "vitest";
import {
  explainRefusal,
  type FindingCode,
} from "../../../src/receive/signatures/explain/explain-refusal.js";
import { NOW, SAMPLES, type Sample } from "../../cases/signatures/deliveries.js";
import { type Change, createParts, deliver, explain, findSample, signsUrl } from "./samples.js";

const JSON_BODY = JSON.stringify({
  event: "déjà/vu <b> 🎉",
  webhookTimestamp: NOW,
  list: [1, { a: ',":' }],
});
const PYTHON_BODY =
  '{"event": "d\\u00e9j\\u00e0/vu <b> \\ud83c\\udf89", "webhookTimestamp": ' +
  `${NOW}, "list": [1, {"a": ",\\":"}]}`;

const LATIN1 = new TextEncoder().encode(Buffer.from(JSON_BODY).toString("latin1"));

/** The bytes from 0x80 to 0x9f in Windows-1252 (WHATWG Encoding, index windows-1252). */
const HIGH = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

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
    expect(findings.map((finding) => finding.code)).toContain(code);
    expect(findings[0]?.code).toBe(code);
    for (const { advice } of findings) expect(advice).toMatch(/^[A-Z].+\.$/);
    const shown = JSON.stringify(findings);
    for (const secret of [sample.secret, sample.otherSecret, ...parts.secrets])
      expect(shown).not.toContain(secret.trim());
    const longValues = Object.values(delivery.headers)
      .map(String)
      .filter(({ length }) => length > 30);
    for (const text of longValues) expect(shown).not.toContain(text);
  });
});

describe.each(SAMPLES)("the preset $name", (sample) => {
  it("[E.11] has nothing to explain when it accepts a delivery", () => {
    expect(explain(createParts(sample))).toEqual([]);
  });

  const otherNames = ["stripe", "github", "twilio"].filter((name) => name !== sample.name);

  it.each(otherNames)("[E.11] is found when %s is expected", (name) => {
    const expected = findSample(name).description;
    const findings = explainRefusal(deliver({ ...createParts(sample), expected }));
    const finding = findings.find(({ code }) => code === "OTHER_SCHEME");
    expect(finding?.message).toContain(`\`${sample.name}\``);
  });
});

function isToken({ description }: Sample): boolean {
  return description.algorithm === "token";
}

function isKeyPair({ description }: Sample): boolean {
  return /ed25519|ecdsa/.test(description.algorithm);
}

function isHmac(sample: Sample): boolean {
  return !isToken(sample) && !isKeyPair(sample);
}

/** Tells if the body is a form, which changes of JSON do not apply to. */
function isForm({ name }: Sample): boolean {
  return name === "twilio";
}

/** Tells if the secret is used as the text that it is. */
function readsText({ description }: Sample): boolean {
  return (description.secret?.encoding ?? "text") === "text";
}

/** A body that was sent, and another one that arrives. */
function bodies(sentBody: string | Uint8Array, body: string | Uint8Array): Change {
  return (sample) => (isToken(sample) || isForm(sample) ? undefined : { sentBody, body });
}

/** A URL that was signed, and another one that the receiver knows, with further headers. */
function urls(sentUrl: string, url: string, headers: Record<string, string> = {}): Change {
  return (sample) =>
    signsUrl(sample)
      ? { sentUrl, url, changeHeaders: (sent) => ({ ...sent, ...headers }) }
      : undefined;
}

/** A change of the header that has the signature. */
function signatures(change: (text: string) => string): Change {
  return ({ description: { header } }) => ({
    changeHeaders: (headers) => ({ ...headers, [header]: change(headers[header] ?? "") }),
  });
}

/** A signature in another encoding than the scheme has. */
function recode(from: "hex" | "base64", to: "hex" | "base64"): Change {
  return (sample) => {
    if (!isHmac(sample) || (sample.description.encoding ?? "hex") !== from) return undefined;
    return signatures((text) =>
      text.replace(/[\w+/]{27,}=*$/, (token) => Buffer.from(token, from).toString(to)),
    )(sample);
  };
}

/** Decodes UTF-8 as Windows-1252. Some versions of Node decode that as Latin-1, so it is done here. */
function toWindows1252(text: string) {
  return Buffer.from(text)
    .toString("latin1")
    .replace(/[\x80-\x9f]/g, (letter) => HIGH.charAt(letter.charCodeAt(0) - 0x80));
}
