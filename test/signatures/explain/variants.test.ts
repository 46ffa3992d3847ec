/** The changes that a search tries, whole and in their order. */
import { describe, expect, it } from "vitest";
import { STANDARD_WEBHOOKS, STRIPE } from "../../../src/receive/signatures/plan/presets.js";
import { createAnyScheme, defineStandardWebhooks } from "../../../src/receive/signatures/define.js";
import {
  createSchemeKeys,
  createRawKeys,
  isSameStandard,
  listHeaders,
  listPrefixed,
  listSecretData,
  listSignatures,
  listTokens,
  replaceHeader,
} from "../../../src/receive/signatures/explain/any-form.js";
import {
  findBodyDamage,
  listBodies,
} from "../../../src/receive/signatures/explain/changed-bodies.js";
import { listSecrets } from "../../../src/receive/signatures/explain/changed-secrets.js";
import { listUrls } from "../../../src/receive/signatures/explain/changed-urls.js";
import type { Variant } from "../../../src/receive/signatures/explain/findings.js";

const toBytes = (text: string) => new TextEncoder().encode(text);

describe("[E.11] a body that was written again", () => {
  const utf8 = (text: string) => Buffer.from(text).toString("latin1");

  it("is tried in five layouts, with the escapes of five languages, and as a form", () => {
    const compact = '{"a/b":["é:,<&>\\"\\u2028",1]}'.replace("\\u2028", "\u2028");
    const layouts = [
      compact,
      '{\n  "a/b": [\n    "é:,<&>\\"\u2028",\n    1\n  ]\n}',
      '{\n    "a/b": [\n        "é:,<&>\\"\u2028",\n        1\n    ]\n}',
      '{\n\t"a/b": [\n\t\t"é:,<&>\\"\u2028",\n\t\t1\n\t]\n}',
      '{"a/b": ["é:,<&>\\"\u2028", 1]}',
    ];
    const expected = layouts.flatMap((layout) => {
      const ascii = layout.replace("é", "\\u00e9").replace("\u2028", "\\u2028");
      const marked = layout.replace("<&>", "\\u003c\\u0026\\u003e").replace("\u2028", "\\u2028");
      const slashes = (text: string) => text.replace("a/b", "a\\/b");
      return [layout, ascii, slashes(ascii), slashes(layout), marked];
    });
    const form = `a%2Fb=${encodeURIComponent('é:,<&>"\u2028,1')}`;
    expect(valuesOf(listBodies(toBytes(compact)), "BODY_REWRITTEN")).toEqual(
      [...expected.slice(1), form].map(utf8),
    );
  });

  it.each([
    ["[1]", ["[\n  1\n]", "[\n    1\n]", "[\n\t1\n]"]],
    ["null", []],
    ["7 ", ["7"]],
    ["no JSON", []],
    ["\ufeff[1]", []],
    ["", []],
  ])("is none but %j in other words", (body, expected) => {
    expect([...new Set(valuesOf(listBodies(toBytes(body)), "BODY_REWRITTEN"))]).toEqual(expected);
  });

  it.each([
    [{ a: "\u007f\u0080ÿ" }, '{"a":"\\u007f\\u0080\\u00ff"}'],
    [{ a: "~🎉" }, '{"a":"~\\ud83c\\udf89"}'],
  ])("has escapes of four digits: %j", (value, expected) => {
    const bodies = valuesOf(listBodies(toBytes(JSON.stringify(value))), "BODY_REWRITTEN");
    expect(bodies).toContain(expected);
  });
});

describe("[E.11] a body whose ends were changed", () => {
  it.each([
    ["a", ["a\n", "a\r\n"]],
    ["", ["\n", "\r\n"]],
    ["a\n", ["a", "a\n\n", "a\n\r\n"]],
    ["a\r\n", ["a\r", "a", "a\r\n\n", "a\r\n\r\n"]],
    ["a \t\r\n", ["a \t\r", "a \t", "a", "a \t\r\n\n", "a \t\r\n\r\n"]],
    ["a\n\n\n", ["a\n\n", "a\n", "a", "a\n\n\n\n", "a\n\n\n\r\n"]],
    [" ", ["", " \n", " \r\n"]],
    ["a\v", ["a\v\n", "a\v\r\n"]],
    ["\ufeffa", ["ï»¿a\n", "ï»¿a\r\n", "a"]],
    ["ï»a", ["Ã¯Â»a\n", "Ã¯Â»a\r\n"]],
  ])("of %j is tried as %j", (body, expected) => {
    expect(valuesOf(listBodies(toBytes(body)), "BODY_END")).toEqual(expected);
  });

  it.each([
    [
      [0xef, 0xbb, 0xbf],
      [["\n"], ["\r\n"], []],
    ],
    [
      [0xef, 0xbb, 0xbe],
      [["\n"], ["\r\n"]],
    ],
    [
      [0xef, 0xbc, 0xbf],
      [["\n"], ["\r\n"]],
    ],
    [
      [0xee, 0xbb, 0xbf],
      [["\n"], ["\r\n"]],
    ],
  ])("begins with a byte order mark of just three bytes: %j", (bytes, variants) => {
    expect([...listBodies(Uint8Array.from(bytes))].filter(({ finding }) => finding.code === "BODY_END")).toHaveLength(variants.length); // prettier-ignore
  });

  it.each([
    ["a\r\nb\nc", ["a\nb\nc", "a\r\nb\r\nc"]],
    ["a\r\nb", ["a\nb"]],
    ["a\nb\n", ["a\r\nb\r\n"]],
    ["a\rb", []],
    ["\ufeffa\nb", ["ï»¿a\r\nb"]],
  ])("%j is tried with other line ends: %j", (body, expected) => {
    expect(valuesOf(listBodies(toBytes(body)), "BODY_LINE_ENDS")).toEqual(expected);
  });

  it.each([
    ["é€", ["é\x80"]],
    ["ÿ", ["ÿ"]],
    ["Ā", []],
    ["a", []],
  ])("%j is tried as it was before it was decoded as Latin-1: %j", (body, expected) => {
    expect(valuesOf(listBodies(toBytes(body)), "BODY_CHARSET")).toEqual(expected);
  });

  it("that is no UTF-8 is tried with other ends alone", () => {
    const codes = [...listBodies(Uint8Array.of(0xff, 0x0d, 0x0a))].map(
      ({ finding }) => finding.code,
    );
    expect(codes).toEqual(["BODY_END", "BODY_END", "BODY_END", "BODY_END"]);
  });

  it.each([
    ["a\n", ["it has extra white space", "a line end is missing", "a line end is missing"]],
    ["a\n\n\n", ["it has extra white space", "it has extra white space", "it has extra white space", "a line end is missing", "a line end is missing"]], // prettier-ignore
  ])("says of %j which one", (body, expected) => {
    const variants = [...listBodies(toBytes(body))].filter(({ finding }) => finding.code === "BODY_END"); // prettier-ignore
    expect(variants.map(({ finding }) => finding.message)).toEqual(
      expected.map((end) => `The end of the body was changed: ${end}.`),
    );
  });

  it.each([
    ["", "BODY_EMPTY"],
    ["[object Object]", "BODY_STRINGIFIED"],
    ["[object Object] ", undefined],
    ["a\ufffd", "BODY_CHARACTERS_LOST"],
    ["a", undefined],
  ])("shows its own damage: %j is %s", (body, code) => {
    expect(findBodyDamage(toBytes(body))?.code).toBe(code);
  });

  it("shows no damage that is no text", () => {
    expect(findBodyDamage(Uint8Array.of(0xff))).toBeUndefined();
  });
});

describe("[E.11] a secret", () => {
  const form = (text: string) => `The secret is used in another form: the service uses ${text}.`;
  const SPACE = "The secret has white space at its beginning or its end.";
  const QUOTES = "The secret has quotes around it.";
  const LINE_END = "The service's secret ends with a line end, ours does not.";
  const TEXT = form("its text");
  const BARE = form("its text without the prefix");
  const BASE64 = form("the bytes of its base64");
  const HEX = form("the bytes of its hexadecimal digits");
  const ends = (secret: string) =>
    ["\n", "\r\n", " "].map((end) => [secret + end, LINE_END] as const);

  it.each<[secret: string, prefix: string | undefined, expected: (readonly [string, string])[]]>([
    ["s!", undefined, [["s!", TEXT], ...ends("s!")]],
    ["abcd", undefined, [["abcd", TEXT], ["i\xb7\x1d", BASE64], ["\xab\xcd", HEX], ...ends("abcd")]], // prettier-ignore
    [
      "whsec_YWI=",
      undefined,
      [["whsec_YWI=", TEXT], ["YWI=", BARE], ["ab", BASE64], ...ends("whsec_YWI=")],
    ],
    [
      "key_ab",
      "key_",
      [
        ["key_ab", TEXT],
        ["ab", BARE],
        ["\x91\xec\xbfi", BASE64],
        ["i", BASE64],
        ["\xab", HEX],
        ...ends("key_ab"),
      ],
    ],
    ["whsec_", undefined, [["whsec_", TEXT], ["\xc2\x1b\x1e\x73", BASE64], ...ends("whsec_")]],
    [" s!", undefined, [["s!", SPACE], ["s!", SPACE], [" s!", TEXT], ...ends(" s!")]],
    ...['"', "'", "`"].map((quote): [string, undefined, [string, string][]] => {
      const secret = `${quote}s!${quote}`;
      return [secret, undefined, [["s!", QUOTES], ["s!", QUOTES], [secret, TEXT], ...ends(secret)]] as never; // prettier-ignore
    }),
    ["\"s!'", undefined, [["\"s!'", TEXT], ...ends("\"s!'")]],
    [
      "'s\n!'",
      undefined,
      [["s\n!", QUOTES], ["s\n!", QUOTES], ["'s\n!'", TEXT], ...ends("'s\n!'")],
    ],
    ['"s!" ', undefined, [
      ['"s!"', SPACE], ['"s!"', SPACE], ["s!", QUOTES], ["s!", QUOTES], ['"s!" ', TEXT], ...ends('"s!" '),
    ]], // prettier-ignore
    ['x"s!"', undefined, [['x"s!"', TEXT], ...ends('x"s!"')]],
    ['"s!"x', undefined, [['"s!"x', TEXT], ...ends('"s!"x')]],
  ])("%j is tried in other forms, the likeliest first", (secret, prefix, expected) => {
    const keys = [...listSecrets(secret, prefix)];
    expect(keys.map(({ value, finding }) => [toText(value), finding.message])).toEqual(expected);
  });
});

describe("[E.11] a URL", () => {
  const none = () => undefined;
  const list = (url: string, headers: Readonly<Record<string, string>> = {}) =>
    listUrls(url, (name) => headers[name]).map(({ value, finding }) => [
      finding.code,
      value,
      finding.message.replace("The URL was signed ", ""),
    ]);

  /** Those with one difference. */
  const singles = (url: string, headers?: Readonly<Record<string, string>>) =>
    list(url, headers).filter(([, , words]) => !words?.includes(" and "));

  it("is tried with one difference first", () => {
    expect(singles("https://a.example/h?x=1")).toEqual([
      ["URL_QUERY", "https://a.example/h", "without its query."],
      ["URL_SLASH", "https://a.example/h/?x=1", "with a slash at the end of its path."],
      ["URL_PORT", "https://a.example:443/h?x=1", "with the port 443."],
      ["URL_PORT", "https://a.example:80/h?x=1", "with the port 80."],
      ["URL_HOST", "https://www.a.example/h?x=1", 'with "www.a.example" as its host.'],
      ["URL_SCHEME", "http://a.example/h?x=1", "with http as its scheme."],
    ]);
    expect(list("https://a.example/h?x=1")).toHaveLength(47);
  });

  it("is tried with the hosts and the ports that headers name", () => {
    const headers = {
      "x-forwarded-host": " b.example:1 , z.example",
      forwarded: 'for=1.2.3.4;HOST="c.example:2";proto=http',
      host: "d.example:3",
      "x-original-host": "e.example,f.example",
      "x-forwarded-port": "4",
    };
    const url = "http://www.a.example:8080/h/";
    expect(singles(url, headers)).toEqual([
      ["URL_SLASH", "http://www.a.example:8080/h", "without a slash at the end of its path."],
      ["URL_PORT", "http://www.a.example/h/", "without a port."],
      ...["443", "80", "4", "3"].map((port) => [
        "URL_PORT",
        `http://www.a.example:${port}/h/`,
        `with the port ${port}.`,
      ]),
      ...["b.example", "c.example", "d.example", "e.example", "a.example"].map((host) => [
        "URL_HOST",
        `http://${host}:8080/h/`,
        `with "${host}" as its host.`,
      ]),
      ["URL_SCHEME", "https://www.a.example:8080/h/", "with https as its scheme."],
    ]);
  });

  it.each<[headers: Readonly<Record<string, string>>]>([
    [{ "x-forwarded-port": "x" }],
    [{ "x-forwarded-port": "8x" }],
    [{ "x-forwarded-port": "x8" }],
    [{ "x-forwarded-port": "443" }],
    [{ host: "a.example" }],
    [{ host: "a.example:80" }],
    [{ host: "" }],
    [{ forwarded: "for=1.2.3.4" }],
    [{ forwarded: "host=a.example;proto=https" }],
    [{ forwarded: "host=a.example, host=b.example" }],
    [{ "x-forwarded-host": "," }],
  ])("is tried with no more for %j", (headers) => {
    expect(list("https://a.example/h", headers)).toEqual(list("https://a.example/h"));
  });

  it.each([
    ["https://a.example", "https://a.example/"],
    ["https://a.example/", "https://a.example"],
    ["https://a.example#b", "https://a.example/#b"],
    ["HTTPS://a.example/H", "https://a.example/H/"],
    ["https://a.example/h?b=/c?d", "https://a.example/h/?b=/c?d"],
    ["https://a.example/h\nb", "https://a.example/h\nb/"],
  ])("%j has a path that may end with a slash: %j", (url, expected) => {
    expect(singles(url).find(([code]) => code === "URL_SLASH")?.[1]).toBe(expected);
  });

  it("that is none is not tried", () => {
    expect(listUrls("/hooks", none)).toEqual([]);
  });
});

describe("[E.11] what is in any form", () => {
  it("is the text of each header, under its name in lowercase", () => {
    const expected = [
      ["x-a", "1"],
      ["b", "2"],
    ];
    expect(listHeaders({ "X-A": "1", b: "2", c: ["3"], d: undefined })).toEqual(expected);
    expect(
      listHeaders(new Headers({ "X-A": "1", b: "2" }))
        .toSorted()
        .toReversed(),
    ).toEqual(expected);
    expect(replaceHeader({ "X-A": "1", b: "2" }, "x-a", "3")).toEqual({ "x-a": "3", b: "2" });
    expect(replaceHeader(new Headers({ b: "2" }), "x-a", "3")).toEqual({ "x-a": "3", b: "2" });
  });

  it.each([
    [["a-signature", "a-timestamp"], ["a"]],
    [["A-Signature", "A-Timestamp"], ["a"]],
    [
      ["a-b-signature", "a-b-timestamp", "c-signature", "c-timestamp"],
      ["a-b", "c"],
    ],
    [["a-signature", "b-timestamp"], []],
    [["-signature", "-timestamp"], []],
    [["a-signature-2", "a-timestamp"], []],
    [["a-timestamp"], []],
  ])("is Standard Webhooks under the names %j: %j", (names, prefixes) => {
    const prefixed = listPrefixed(Object.fromEntries(names.map((name) => [name, "x"])));
    expect(prefixed.map(([name, { header }]) => [name, header])).toEqual(
      prefixes.map((prefix) => [`standard-webhooks of ${prefix}`, `${prefix}-signature`]),
    );
  });

  it("is the same standard by the names of its headers", () => {
    const standard = createAnyScheme(STANDARD_WEBHOOKS);
    const svix = defineStandardWebhooks("svix");
    const stripe = createAnyScheme(STRIPE);
    expect(isSameStandard(standard, defineStandardWebhooks("Webhook"))).toBe(true);
    expect(isSameStandard(standard, svix)).toBe(false);
    expect(isSameStandard(svix, { ...svix, id: "x-id" })).toBe(false);
    expect(isSameStandard(svix, { ...svix, header: "x" })).toBe(false);
    expect(isSameStandard(stripe, stripe)).toBe(false);
  });

  it("is a key of each secret that can be one", () => {
    const scheme = createAnyScheme(STANDARD_WEBHOOKS);
    expect(createSchemeKeys(scheme, "whsec_YWI=")).toEqual([Buffer.from("ab")]);
    expect(createSchemeKeys(scheme, "whsec_!")).toEqual([]);
    expect(createRawKeys(scheme, "ab")).toEqual([Buffer.from("ab")]);
    expect(createRawKeys(scheme, "")).toEqual([]);
    expect(createRawKeys(scheme, new Uint8Array())).toEqual([]);
    expect(listSecretData(scheme, "whsec_YWI=").map(toText)).toEqual(["ab"]);
    expect(listSecretData(scheme, "whsec_!")).toEqual([]);
  });

  const token = "aZ9+/_-".repeat(3);

  it.each([
    [token.slice(0, 19), []],
    [token.slice(0, 20), [token.slice(0, 20)]],
    [`v1=${token}=`, [`${token}=`]],
    [`${token}===`, [`${token}==`]],
    [`${token}, ${token}`, [token, token]],
    [`${token} `.repeat(17), Array<string>(16).fill(token)],
    [token.padEnd(4_096), [token]],
    [token.padEnd(4_097), []],
    ["", []],
  ])("is a token of at least 20 characters: %j", (text, expected) => {
    expect(listTokens(text)).toEqual(expected);
  });

  const [sha1, sha256, sha512] = [20, 32, 64].map((size) => Buffer.alloc(size, 0xfb));
  const hex = (bytes = sha1) => bytes?.toString("hex") ?? "";
  const base64 = (bytes = sha1) => bytes?.toString("base64") ?? "";

  it.each([
    ["hmac-sha1", sha1, true],
    ["hmac-sha1", sha256, false],
    ["hmac-sha256", sha256, true],
    ["hmac-sha256", sha1, false],
    ["hmac-sha512", sha512, true],
    ["ed25519", sha512, true],
    ["ed25519", sha256, false],
    ["ecdsa-p256-sha256", sha512, true],
    ["ecdsa-p256-sha256", sha1, true],
  ] as const)("is a signature of %s by its length: %j, %s", (algorithm, bytes, isOne) => {
    const expected = (text: string) => (isOne ? [text] : []);
    const url = base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    for (const text of [hex(bytes), hex(bytes).toUpperCase(), base64(bytes), url]) {
      const inHex = listSignatures(`v1=${text}`, algorithm, "hex");
      const inBase64 = listSignatures(`v1=${text}`, algorithm, "base64");
      if (algorithm === "ecdsa-p256-sha256") {
        expect(inHex).toContain(hex(bytes));
        expect(inBase64).toContain(base64(bytes));
      } else {
        expect(inHex).toEqual(expected(hex(bytes)));
        expect(inBase64).toEqual(expected(base64(bytes)));
      }
    }
  });

  it.each([
    ["", []],
    [" t ", [" t ", "t"]],
    ["t".repeat(4_096), ["t".repeat(4_096), "t".repeat(4_096)]],
    ["t".repeat(4_097), []],
  ])("is a token as it is, and without spaces: %#", (text, expected) => {
    expect(listSignatures(text, "token", "hex")).toEqual(expected);
  });

  it("has two digits for each byte", () => {
    const bytes = Buffer.from([0, 1, 0x0f, 0x10, 0xff, ...Array<number>(15).fill(7)]);
    expect(listSignatures(base64(bytes), "hmac-sha1", "hex")).toEqual([hex(bytes)]);
  });
});

/** Each byte as one character. */
function toText(value: string | Uint8Array) {
  return typeof value === "string" ? value : Buffer.from(value).toString("latin1");
}

/** The values by code, without those of the codes that do not matter. */
function valuesOf(
  variants: Iterable<Variant<string | Uint8Array>>,
  ...codes: readonly string[]
): readonly string[] {
  return [...variants].flatMap(({ value, finding }) =>
    codes.includes(finding.code) ? [toText(value)] : [],
  );
}
