/** Likely changes of a body on its way, undone: other white space, another encoding, or parsed and written again. */
import { decodeUtf8 } from "./body-damage.js";
import { createFinding, type Variant } from "./findings.js";

/** Lists bodies that the service may have signed, the likeliest first. */
export function* listBodies(body: Uint8Array): Generator<Variant<Uint8Array>> {
  yield* listEnds(body);
  const text = body.length <= MAX_PARSED ? decodeUtf8(body) : undefined;
  if (text === undefined) return;
  yield* listRewritten(text);
  yield* listLineEnds(text);
  yield* listMisdecoded(body, text);
}

const ENCODER = new TextEncoder();

/** Largest body that is parsed, in bytes: parsing takes many times the memory of a body. */
const MAX_PARSED = 8 * 1024 * 1024;

/** Writes the parsed body as programs that parse JSON do: as JSON again, or as a form. */
function* listRewritten(text: string): Generator<Variant<Uint8Array>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return;
  }
  const finding = createFinding(
    "BODY_REWRITTEN",
    "The body was parsed and written again: other spaces or escapes were signed.",
  );
  for (const json of listJson(value)) {
    if (json !== text) yield { value: ENCODER.encode(json), finding };
  }
  const form = toForm(value);
  if (form !== undefined) yield { value: ENCODER.encode(form), finding };
}

/** Writes a value as the libraries of several languages do. */
function* listJson(value: unknown): Generator<string> {
  const compact = JSON.stringify(value);
  const layouts = [
    compact,
    JSON.stringify(value, null, 2),
    JSON.stringify(value, null, 4),
    JSON.stringify(value, null, "\t"),
    spaceOut(compact),
  ];
  for (const layout of layouts) {
    for (const escape of ESCAPES) yield escape(layout);
  }
}

/** Writes the members of an object as the fields of a form; `undefined` for any other value. */
function toForm(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const fields = Object.entries(value).map(([key, member]) => [key, String(member)]);
  return new URLSearchParams(fields).toString();
}

const escapeUnit = (unit: string): string =>
  `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
const escapeUnicode = (json: string): string => json.replace(/[\u007f-\uffff]/g, escapeUnit);
const escapeSlashes = (json: string): string => json.replaceAll("/", "\\/");
const escapeMarkup = (json: string): string => json.replace(/[<>&\u2028\u2029]/g, escapeUnit);

/** Escapes strings as JavaScript, Python, PHP (in two ways) and Go do. */
const ESCAPES: readonly ((json: string) => string)[] = [
  (json) => json,
  escapeUnicode,
  (json) => escapeSlashes(escapeUnicode(json)),
  escapeSlashes,
  escapeMarkup,
];

/** Puts a space after each comma and colon outside strings, as Python does. */
function spaceOut(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"|[,:]/g, (part) => (part.length === 1 ? `${part} ` : part));
}

/** Takes white space from the end of a body, adds a line end, and removes a byte order mark. */
function* listEnds(body: Uint8Array): Generator<Variant<Uint8Array>> {
  const hasSpace = createFinding(
    "BODY_END",
    "The end of the body was changed: it has extra white space.",
  );
  const lacksEnd = createFinding(
    "BODY_END",
    "The end of the body was changed: a line end is missing.",
  );
  const hasMark = createFinding(
    "BODY_END",
    "The body begins with a byte order mark that was not signed.",
  );
  // The last character, the last two as in CRLF, and all white space are the likeliest additions.
  const added = body.length - (body.findLastIndex((byte) => !WHITE_SPACE.has(byte)) + 1);
  for (const count of new Set([1, 2, added])) {
    if (count > 0 && count <= added)
      yield { value: body.subarray(0, body.length - count), finding: hasSpace };
  }
  for (const ending of ["\n", "\r\n"]) yield { value: append(body, ending), finding: lacksEnd };
  if (BYTE_ORDER_MARK.every((byte, index) => body[index] === byte))
    yield { value: body.subarray(BYTE_ORDER_MARK.length), finding: hasMark };
}

const WHITE_SPACE: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20]);

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

function append(body: Uint8Array, text: string): Uint8Array {
  const end = ENCODER.encode(text);
  const joined = new Uint8Array(body.length + end.length);
  joined.set(body);
  joined.set(end, body.length);
  return joined;
}

/** Writes all line ends of the body in one way, and then in the other. */
function* listLineEnds(text: string): Generator<Variant<Uint8Array>> {
  const finding = createFinding("BODY_LINE_ENDS", "Line ends of the body were changed.");
  const withLf = text.replaceAll("\r\n", "\n");
  const withCrlf = withLf.replaceAll("\n", "\r\n");
  for (const variant of [withLf, withCrlf]) {
    if (variant !== text) yield { value: ENCODER.encode(variant), finding };
  }
}

/**
 * Undoes a decoding of UTF-8 as Latin-1.
 * @param text the body, decoded as UTF-8.
 */
function* listMisdecoded(body: Uint8Array, text: string): Generator<Variant<Uint8Array>> {
  const finding = createFinding(
    "BODY_CHARSET",
    "The body was decoded as Latin-1 in place of UTF-8.",
  );
  const original = encodeLatin1(text);
  // Each character beyond ASCII makes it shorter; without any, it is the body itself.
  if (original !== undefined && original.length < body.length) yield { value: original, finding };
}

/** Encodes as Latin-1, or as Windows-1252, which most programs use for Latin-1. `undefined` for other characters. */
function encodeLatin1(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const byte = code <= 0xff ? code : WINDOWS_1252.get(code);
    if (byte === undefined) return undefined;
    bytes[index] = byte;
  }
  return bytes;
}

/** Bytes of the characters that Windows-1252 has in place of the control characters 0x80 to 0x9f. */
const WINDOWS_1252: ReadonlyMap<number, number> = new Map(
  Array.from("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ", (letter, index) => [
    letter.charCodeAt(0),
    0x80 + index,
  ]),
);
