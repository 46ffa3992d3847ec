/** Computed with `openssl dgst -sha256 -hmac`. */
export const signatureVectors = [
  {
    secret: "It's a secret to everybody",
    payload: "Hello, World!",
    signature: "sha256=1fe2d60741c8276b3394633e8f88b2eb6d0aead0ec5502e6c60037385b97ebd3",
  },
  {
    secret: "s",
    payload: "{}",
    signature: "sha256=143ca8d517ba1b181025d732b1cf275d90104fca57bb02a565542978aa18c4b6",
  },
  {
    secret: "пароль",
    payload: '{"title":"déjà 🎉"}',
    signature: "sha256=dca464c3bc831e2a83ef6f8383eb0f6bbc7dcc8a450c50bdf3e9746c203316b4",
  },
] as const;

const digits = "1fe2d60741c8276b3394633e8f88b2eb6d0aead0ec5502e6c60037385b97ebd3";

/** Each differs from a good signature of the first vector by its form alone. */
export const malformedSignatures: readonly (readonly [form: string, signature: string])[] = [
  ["no prefix", digits],
  ["another algorithm's prefix", `sha1=${digits}`],
  ["a prefix in uppercase", `SHA256=${digits}`],
  ["a prefix without its sign", `sha256${digits}`],
  ["a prefix twice", `sha256=sha256=${digits}`],
  ["the prefix alone", "sha256="],
  ["uppercase digits", `sha256=${digits.toUpperCase()}`],
  ["63 digits", `sha256=${digits.slice(1)}`],
  ["65 digits", `sha256=${digits}0`],
  ["128 digits", `sha256=${digits}${digits}`],
  ["a newline after it", `sha256=${digits}\n`],
  ["a carriage return after it", `sha256=${digits}\r`],
  ["junk after it", `sha256=${digits}zz`],
  ["a NUL after it", `sha256=${digits}\0`],
  ["a space before it", ` sha256=${digits}`],
  ["a newline before it", `\nsha256=${digits}`],
  ["a line before it", `x\nsha256=${digits}`],
  ["a space after it", `sha256=${digits} `],
  ["a space after the prefix", `sha256= ${digits}`],
  ["a letter beyond f", `sha256=${digits.slice(0, -1)}g`],
  ["fullwidth digits", `sha256=${digits.replaceAll(/\d/g, fullwidth)}`],
  ["Arabic digits", `sha256=${"٠".repeat(64)}`],
  ["two signatures", `sha256=${digits}, sha256=${digits}`],
  ["base64", `sha256=${Buffer.from(digits, "hex").toString("base64")}`],
  ["a space alone", " "],
  ["a lone surrogate", `sha256=${digits.slice(1)}\ud800`],
  ["a megabyte of digits", `sha256=${"0".repeat(1_000_000)}`],
];

function fullwidth(digit: string): string {
  return String.fromCodePoint(0xff10 + Number(digit));
}
