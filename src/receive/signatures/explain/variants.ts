/** Lists likely changes of a body, a secret or a URL on its way. */
import { createFinding, type Finding } from "./findings.js";

/** Value that may have been signed, and the finding if it was. */
export interface Variant<Value> {
  readonly value: Value;
  readonly finding: Finding;
}

const ENCODER = new TextEncoder();

// ---- Bodies

/** Largest body that is parsed, in bytes: parsing takes many times the memory of a body. */
const MAX_PARSED = 8 * 1024 * 1024;

/** Lists bodies that the service may have signed, the likeliest first. */
export function* listBodies(body: Uint8Array): Generator<Variant<Uint8Array>> {
  yield* listEnds(body);
  const text = body.length <= MAX_PARSED ? decodeCharset(body, "utf-8") : undefined;
  if (text === undefined) return;
  yield* listJson(text);
  const lines = createFinding("BODY_LINE_ENDS", "Line ends of the body were changed.");
  if (text.includes("\r\n"))
    yield { value: ENCODER.encode(text.replaceAll("\r\n", "\n")), finding: lines };
  if (/(?<!\r)\n/.test(text))
    yield { value: ENCODER.encode(text.replace(/(?<!\r)\n/g, "\r\n")), finding: lines };
  yield* listCharsets(body, text);
}

/** Writes the parsed body as the libraries of several languages do. */
function* listJson(text: string): Generator<Variant<Uint8Array>> {
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
  const compact = JSON.stringify(value);
  const layouts = [
    compact,
    JSON.stringify(value, null, 2),
    JSON.stringify(value, null, 4),
    JSON.stringify(value, null, "\t"),
    spaceOut(compact),
  ];
  for (const layout of layouts) {
    for (const escape of ESCAPES) {
      const written = escape(layout);
      if (written !== text) yield { value: ENCODER.encode(written), finding };
    }
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    const fields = Object.entries(value).map(([key, one]) => [key, String(one)]);
    yield { value: ENCODER.encode(new URLSearchParams(fields).toString()), finding };
  }
}

const escapeUnicode = (json: string): string =>
  json.replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
const escapeSlashes = (json: string): string => json.replaceAll("/", "\\/");
const escapeMarkup = (json: string): string =>
  json.replace(
    /[<>&\u2028\u2029]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

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

function* listEnds(body: Uint8Array): Generator<Variant<Uint8Array>> {
  const added = createFinding(
    "BODY_END",
    "The end of the body was changed: it has extra white space.",
  );
  const removed = createFinding(
    "BODY_END",
    "The end of the body was changed: a line end is missing.",
  );
  const mark = createFinding(
    "BODY_END",
    "The body begins with a byte order mark that was not signed.",
  );
  let end = body.length;
  while (isSpace(body[end - 1])) {
    end--;
    if (body.length - end <= 2) yield { value: body.subarray(0, end), finding: added };
  }
  if (body.length - end > 2) yield { value: body.subarray(0, end), finding: added };
  for (const ending of ["\n", "\r\n"]) yield { value: append(body, ending), finding: removed };
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf)
    yield { value: body.subarray(3), finding: mark };
}

function isSpace(byte: number | undefined): boolean {
  return byte === 10 || byte === 13 || byte === 32 || byte === 9;
}

function append(body: Uint8Array, text: string): Uint8Array {
  const end = ENCODER.encode(text);
  const joined = new Uint8Array(body.length + end.length);
  joined.set(body);
  joined.set(end, body.length);
  return joined;
}

/** @param text the body, decoded as UTF-8. */
function* listCharsets(body: Uint8Array, text: string): Generator<Variant<Uint8Array>> {
  const finding = createFinding(
    "BODY_CHARSET",
    "The body was decoded as Latin-1 in place of UTF-8.",
  );
  const before = encodeLatin1(text);
  if (before !== undefined && before.length < body.length) yield { value: before, finding };
}

/** Undoes a decoding as Latin-1, or as Windows-1252, which most programs use for Latin-1. */
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

const WINDOWS_1252: ReadonlyMap<number, number> = new Map(
  Array.from("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ", (letter, index) => [
    letter.charCodeAt(0),
    0x80 + index,
  ]),
);

function decodeCharset(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Finds damage that the body itself shows; `undefined` if there is none. */
export function findBodyDamage(body: Uint8Array): Finding | undefined {
  if (body.length === 0)
    return createFinding(
      "BODY_EMPTY",
      "The body is empty: something else may have read it before.",
    );
  const text = decodeCharset(body, "utf-8");
  if (text === "[object Object]")
    return createFinding("BODY_STRINGIFIED", "The body is the text of a parsed object.");
  if (text?.includes("\ufffd"))
    return createFinding(
      "BODY_CHARACTERS_LOST",
      "The body holds U+FFFD, which stands for bytes that could not be decoded.",
    );
  return undefined;
}

// ---- Secrets

/** Lists keys that the service may sign with, as the algorithm takes them. */
export function* listKeys(
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

// ---- URLs

/** Lists URLs that may be the registered one. URLs with the fewest differences come first. */
export function listUrls(
  url: string,
  header: (name: string) => string | undefined,
): readonly Variant<string>[] {
  if (!URL.canParse(url)) return [];
  const configured = new URL(url);
  const [, pathAndQuery = ""] = /^https?:\/\/[^/?#]*(.*)/is.exec(url) ?? [];
  const [path, query] = splitQuery(pathAndQuery);
  const found: { url: string; changes: UrlChange[] }[] = [];
  for (const protocol of listProtocols(configured))
    for (const host of listHosts(configured, header))
      for (const port of listPorts(configured, header))
        for (const way of listPaths(path))
          for (const asked of query === "" ? [""] : [query, ""]) {
            const changes = [protocol, host, port, way].flatMap(({ change }) =>
              change === undefined ? [] : [change],
            );
            if (asked !== query) changes.push(["URL_QUERY", "without its query"]);
            const text = `${protocol.text}//${host.text}${port.text}${way.text}${asked}`;
            if (changes.length > 0) found.push({ url: text, changes });
          }
  found.sort((a, b) => a.changes.length - b.changes.length);
  return found.slice(0, MAX_URLS).map(({ url: value, changes }) => {
    const [code] = changes[0] ?? ["URL_HOST"];
    const parts = changes.map(([, text]) => text).join(" and ");
    return { value, finding: createFinding(code, `The URL was signed ${parts}.`) };
  });
}

const MAX_URLS = 128;

type UrlChange = readonly [
  code: "URL_SCHEME" | "URL_HOST" | "URL_PORT" | "URL_SLASH" | "URL_QUERY",
  text: string,
];

/** Part of a URL; without a change, it is the one that was given. */
interface UrlPart {
  readonly text: string;
  readonly change?: UrlChange;
}

function splitQuery(pathAndQuery: string): readonly [path: string, query: string] {
  const start = pathAndQuery.search(/[?#]/);
  return start < 0 ? [pathAndQuery, ""] : [pathAndQuery.slice(0, start), pathAndQuery.slice(start)];
}

type ReadHeader = (name: string) => string | undefined;

function listProtocols({ protocol }: URL): readonly UrlPart[] {
  const other = protocol === "https:" ? "http:" : "https:";
  return [
    { text: protocol },
    { text: other, change: ["URL_SCHEME", `with ${other.slice(0, -1)} as its scheme`] },
  ];
}

function listHosts({ hostname }: URL, header: ReadHeader): readonly UrlPart[] {
  const forwarded = /host="?([^";,]+)/i.exec(header("forwarded") ?? "")?.[1];
  const sent = [header("x-forwarded-host"), forwarded, header("host"), header("x-original-host")];
  const names = sent.flatMap((text) => text?.split(",")[0]?.trim().replace(/:\d+$/, "") || []);
  const www = hostname.startsWith("www.") ? hostname.slice(4) : `www.${hostname}`;
  const otherHosts = new Set([...names, www]);
  otherHosts.delete(hostname);
  return [
    { text: hostname },
    ...[...otherHosts].map((text): UrlPart => {
      return { text, change: ["URL_HOST", `with ${JSON.stringify(text)} as its host`] };
    }),
  ];
}

function listPorts({ port }: URL, header: ReadHeader): readonly UrlPart[] {
  const ownPort = port === "" ? "" : `:${port}`;
  const sent = [header("x-forwarded-port"), /:(\d+)$/.exec(header("host") ?? "")?.[1]];
  const ports = sent.flatMap((text) => (/^\d+$/.test(text ?? "") ? `:${text}` : []));
  const otherPorts = new Set(["", ":443", ":80", ...ports]);
  otherPorts.delete(ownPort);
  return [
    { text: ownPort },
    ...[...otherPorts].map((text): UrlPart => {
      const words = text === "" ? "without a port" : `with the port ${text.slice(1)}`;
      return { text, change: ["URL_PORT", words] };
    }),
  ];
}

function listPaths(path: string): readonly UrlPart[] {
  const hasSlash = path.endsWith("/");
  const other = hasSlash ? path.slice(0, -1) : `${path}/`;
  const words = `${hasSlash ? "without" : "with"} a slash at the end of its path`;
  return [{ text: path }, { text: other, change: ["URL_SLASH", words] }];
}
