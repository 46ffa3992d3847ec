/** Likely mistakes in a secret, undone: white space, quotes, or another encoding. */
import { createFinding, type Variant } from "./findings.js";

/** Lists keys that the service may sign with, as the algorithm takes them. */
export function* listSecrets(
  secret: string,
  prefix = "whsec_",
): Generator<Variant<string | Uint8Array>> {
  const end = createFinding(
    "SECRET_END",
    "The secret has white space at its beginning or its end.",
  );
  const missing = createFinding(
    "SECRET_END",
    "The service's secret ends with a line end, ours does not.",
  );
  const quoted = createFinding("SECRET_QUOTED", "The secret has quotes around it.");
  const trimmed = secret.trim();
  if (trimmed !== secret) {
    yield { value: trimmed, finding: end };
    for (const { value } of listDecoded(trimmed, prefix)) yield { value, finding: end };
  }
  const content = /^(["'`])(.+)\1$/s.exec(trimmed)?.[2];
  if (content !== undefined) {
    yield { value: content, finding: quoted };
    for (const { value } of listDecoded(content, prefix)) yield { value, finding: quoted };
  }
  yield* listDecoded(secret, prefix);
  for (const ending of ["\n", "\r\n", " "]) yield { value: secret + ending, finding: missing };
}

/** Reads a secret as text, as base64 and as hexadecimal digits, each with and without its prefix. */
function* listDecoded(secret: string, prefix: string): Generator<Variant<string | Uint8Array>> {
  const bare = secret.startsWith(prefix) ? secret.slice(prefix.length) : undefined;
  const describe = (form: string) =>
    createFinding(
      "SECRET_ENCODING",
      `The secret is used in another form: the service uses ${form}.`,
    );
  yield { value: secret, finding: describe("its text") };
  if (bare !== undefined && bare !== "")
    yield { value: bare, finding: describe("its text without the prefix") };
  for (const text of [secret, bare ?? ""]) {
    const base64 = decodeAnyBase64(text);
    if (base64 !== undefined) yield { value: base64, finding: describe("the bytes of its base64") };
    const hex = decodeAnyHex(text);
    if (hex !== undefined)
      yield { value: hex, finding: describe("the bytes of its hexadecimal digits") };
  }
}

/** Decodes base64 in both alphabets, with padding and without. */
export function decodeAnyBase64(text: string): Uint8Array | undefined {
  const plain = text.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "");
  if (plain === "" || !/^[A-Za-z0-9+/]+$/.test(plain) || plain.length % 4 === 1) return undefined;
  return Uint8Array.from(atob(plain), (letter) => letter.charCodeAt(0));
}

export function decodeAnyHex(text: string): Uint8Array | undefined {
  if (text === "" || text.length % 2 === 1 || !/^[0-9a-f]+$/i.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => parseInt(digits, 16));
}
