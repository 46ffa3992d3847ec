/** Schemes that a user defines, and the mistakes in their definitions. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  createVerifier,
  defineScheme,
  defineStandardWebhooks,
  HMAC_SHA1,
  HMAC_SHA256,
  standardWebhooks,
  stripe,
  type SchemeDefinition,
} from "../../src/runtime/signatures.js";
import { DEFINITION, INNER_OBJECTS } from "../../src/receive/signatures/check-definition.js";
import { readPieces, readPlaceholder, readUrl } from "../../src/receive/signatures/readers.js";
import { readHexSecret } from "../../src/receive/signatures/secrets.js";
import { NOW, URL } from "../cases/signatures/deliveries.js";

const SECRET = "It's a secret";
const now = () => NOW;

/** A scheme that signs as Stripe does. */
const OWN: SchemeDefinition = {
  header: "Acme-Signature",
  algorithm: HMAC_SHA256,
  format: "t={timestamp},v1={signature}",
  content: "{timestamp}.{body}",
  tolerance: 300,
};

const { tolerance: _tolerance, ...OWN_WITHOUT_TOLERANCE } = OWN;

/** Expectations that messages name. */
const HEADER = "a header name";
const OBJECT = "an object";
const TEXT = "a non-empty string";
const SECONDS = "a number of seconds, zero or more";
const PATH = "a dotted path such as `type` or `data.kind`";
const ALGORITHM = "an algorithm such as HMAC_SHA256";
const FUNCTIONS = "an object of functions";
/** Algorithms that lack a function. */
const { sign: _sign, ...WITHOUT_SIGN } = HMAC_SHA256;
const { matches: _matches, ...WITHOUT_MATCHES } = HMAC_SHA256;
const { createKey: _createKey, ...WITHOUT_KEY } = HMAC_SHA256;

describe("own schemes", () => {
  it("[E.2] sign and verify", () => {
    const verifier = createVerifier(defineScheme(OWN), { secrets: [SECRET], now });
    const presetVerifier = createVerifier(stripe, { secrets: [SECRET], now });
    expect(verifier.sign("{}")).toEqual({
      "acme-signature": presetVerifier.sign("{}")["stripe-signature"],
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

  it.each<[string, SchemeDefinition, RegExp]>([
    ["an unknown placeholder", { ...OWN, content: "{timestamp}.{nonce}" }, /`{nonce}`.*`{body}`/],
    ["an id that no header holds", { ...OWN, content: "{id}.{timestamp}" }, /`{id}`/],
    [
      "a timestamp that no header holds",
      { ...OWN_WITHOUT_TOLERANCE, format: "{signature}" },
      /`{timestamp}`/,
    ],
    ["a timestamp that is not signed", { ...OWN, content: "{body}" }, /timestamp is not signed/],
    ["a timestamp without a tolerance", OWN_WITHOUT_TOLERANCE, /`tolerance` is undefined/],
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
  it.each<[key: string, changes: object, got: string, expected: string]>([
    ["header", { header: "" }, "an empty string", HEADER],
    ["header", { header: "a b" }, '"a b"', HEADER],
    ["header", { header: 1 }, "a number", HEADER],
    ["header", { header: undefined }, "undefined", HEADER],
    ["algorithm", { algorithm: undefined }, "undefined", ALGORITHM],
    ["algorithm", { algorithm: WITHOUT_SIGN }, "an object", ALGORITHM],
    ["algorithm", { algorithm: WITHOUT_MATCHES }, "an object", ALGORITHM],
    ["algorithm", { algorithm: WITHOUT_KEY }, "an object", ALGORITHM],
    ["algorithm", { algorithm: { ...HMAC_SHA256, name: undefined } }, "an object", ALGORITHM],
    ["algorithm", { algorithm: { ...HMAC_SHA256, sign: "sign" } }, "an object", ALGORITHM],
    ["encoding", { encoding: "HEX" }, '"HEX"', "one of `hex`, `base64`"],
    ["encoding", { encoding: null }, "null", "one of `hex`, `base64`"],
    ["format", { format: "" }, "an empty string", TEXT],
    ["separator", { separator: "" }, "an empty string", TEXT],
    ["separator", { separator: 1 }, "a number", TEXT],
    ["content", { content: "" }, "an empty string", TEXT],
    ["id", { id: "x" }, '"x"', "an object with `header`"],
    ["id.header", { id: { header: undefined } }, "undefined", HEADER],
    ["timestamp", { timestamp: [] }, "an array", OBJECT],
    ["timestamp.header", { timestamp: { header: "a\n" } }, '"a\\n"', HEADER],
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
    const readOwn = () => "read";
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
      placeholders: { own: readOwn },
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
      placeholders: { "{own}": readOwn, "{url}": readUrl },
    });
  });

  it("[E.1] of Standard Webhooks is the same but for the names of its headers", () => {
    expect(defineStandardWebhooks("Svix")).toEqual({
      ...standardWebhooks,
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
  const inCode = Object.keys(DEFINITION).filter((key) => key !== "placeholders");
  expect(inCode).toEqual(Object.keys(properties));
  const inYaml = Object.entries(properties).flatMap(([key, map]) =>
    map.properties === undefined ? [] : [[key, Object.keys(map.properties)]],
  );
  expect(Object.entries(INNER_OBJECTS).map(([key, map]) => [key, Object.keys(map)])).toEqual(
    inYaml,
  );
});

interface VendorSchema {
  readonly definitions: {
    readonly scheme: { readonly properties: Record<string, { readonly properties?: object }> };
  };
}
