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

/** The secret with each of the ends that it may have lost. */
function ends(secret: string) {
  return ["\n", "\r\n", " "].map((end) => [secret + end, LINE_END] as const);
}
