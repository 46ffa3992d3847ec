/** The forms of a secret that a search tries, in their order. */
import { describe, expect, it } from "vitest";
import {
  decodeAnyBase64,
  decodeAnyHex,
  listSecrets,
} from "../../../src/receive/signatures/explain/changed-secrets.js";
import { toText } from "./samples.js";

/** Messages of findings. */
const SPACE = "The secret has white space at its beginning or its end.";
const QUOTES = "The secret has quotes around it.";
const LINE_END = "The service's secret ends with a line end, ours does not.";
const TEXT = describeForm("its text");
const BARE = describeForm("its text without the prefix");
const BASE64 = describeForm("the bytes of its base64");
const HEX = describeForm("the bytes of its hexadecimal digits");

describe("[E.11] a secret", () => {
  it.each<SecretCase>([
    { secret: "s!", tried: [["s!", TEXT]] },
    {
      secret: "abcd",
      tried: [
        ["abcd", TEXT],
        ["i\xb7\x1d", BASE64],
        ["\xab\xcd", HEX],
      ],
    },
    {
      secret: "whsec_YWI=",
      tried: [
        ["whsec_YWI=", TEXT],
        ["YWI=", BARE],
        ["ab", BASE64],
      ],
    },
    {
      secret: "key_ab",
      prefix: "key_",
      tried: [
        ["key_ab", TEXT],
        ["ab", BARE],
        ["\x91\xec\xbfi", BASE64], // of "key_ab"
        ["i", BASE64], // of "ab"
        ["\xab", HEX],
      ],
    },
    {
      secret: "whsec_",
      tried: [
        ["whsec_", TEXT],
        ["\xc2\x1b\x1e\x73", BASE64],
      ],
    },
    { secret: " s!", tried: [...twice("s!", SPACE), [" s!", TEXT]] },
    { secret: "\"s!'", tried: [["\"s!'", TEXT]] },
    { secret: "'s\n!'", tried: [...twice("s\n!", QUOTES), ["'s\n!'", TEXT]] },
    {
      secret: '"s!" ',
      tried: [...twice('"s!"', SPACE), ...twice("s!", QUOTES), ['"s!" ', TEXT]],
    },
    { secret: 'x"s!"', tried: [['x"s!"', TEXT]] },
    { secret: '"s!"x', tried: [['"s!"x', TEXT]] },
  ])("$secret is tried in other forms, the likeliest first", ({ secret, prefix, tried }) => {
    expect(listTried(secret, prefix)).toEqual([...tried, ...withEnds(secret)]);
  });

  it.each(['"', "'", "`"])("is tried without the quotes around it: %s", (quote) => {
    const secret = `${quote}s!${quote}`;
    expect(listTried(secret)).toEqual([
      ...twice("s!", QUOTES),
      [secret, TEXT],
      ...withEnds(secret),
    ]);
  });
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

function describeForm(form: string): string {
  return `The secret is used in another form: the service uses ${form}.`;
}

/** The keys that are tried for a secret, as text, with the messages of their findings. */
function listTried(secret: string, prefix?: string): readonly Tried[] {
  return [...listSecrets(secret, prefix)].map(({ value, finding }) => [
    toText(value),
    finding.message,
  ]);
}

/** A corrected secret is tried as it is, and then again as the first of its encodings, its text. */
function twice(secret: string, message: string): readonly Tried[] {
  return [
    [secret, message],
    [secret, message],
  ];
}

/** The secret with each of the ends that it may have lost, which are tried last. */
function withEnds(secret: string): readonly Tried[] {
  return ["\n", "\r\n", " "].map((end) => [secret + end, LINE_END]);
}

interface SecretCase {
  readonly secret: string;
  /** Default: that of Standard Webhooks. */
  readonly prefix?: string;
  /** The keys that are tried before those with other ends. */
  readonly tried: readonly Tried[];
}

type Tried = readonly [key: string, message: string];
