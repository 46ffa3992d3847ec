/** Survivors that no test catches, with the reason: most change only the time that something takes. */

const THREE_DIGITS = "A status of `fetch` has three digits, so nothing stands around them.";

const LONG_WAY = "A field that is not told at once is read as any other one: it costs time alone.";

export const EXPLAINED: readonly Explanation[] = [
  {
    path: "src/request/client/auth/auth-schemes.ts",
    line: 'if (location === "query") return !queryCode || queryCode.find(request.url, [key]).length > 0;',
    mutation: "number one higher: 0",
    reason: "Each parameter that is found gives two texts.",
  },
  {
    path: "src/request/client/auth/redirects.ts",
    line: "const REDIRECT = /^30[12378]$/;",
    mutation: "`^` removed from the pattern: /^30[12378]$/",
    reason: THREE_DIGITS,
  },
  {
    path: "src/request/client/auth/redirects.ts",
    line: "const REDIRECT = /^30[12378]$/;",
    mutation: "`$` removed from the pattern: /^30[12378]$/",
    reason: THREE_DIGITS,
  },
  {
    path: "src/request/client/auth/redirects.ts",
    line: 'if (!/^https?:$/.test(protocol)) throw new TypeError("A redirect leads away from HTTP");',
    mutation: "`$` removed from the pattern: /^https?:$/",
    reason: "The protocol of a `URL` has one colon, at its end.",
  },
  {
    path: "src/base/event-stream.ts",
    line: "text.charCodeAt(at + 1) === 0x76 &&",
    mutation: "number one higher: 1",
    reason: LONG_WAY,
  },
  {
    path: "src/catalog/method-lines.ts",
    line: "const end = space < 0 ? line.length : space;",
    mutation: "number one higher: 0",
    reason: "The search begins after the first character, so it finds no space there.",
  },
  {
    path: "src/receive/webhooks/unwrap.ts",
    line: "const failed = { id, name, payload: undefined };",
    mutation: "property dropped: payload: undefined",
    reason: "The error reads the property, which is `undefined` either way.",
  },
  {
    path: "src/request/client/page-styles.ts",
    line: "if (origin !== undefined && target.startsWith(origin)) return target;",
    mutation: "early exit removed: return target;",
    reason: "The parser gives the same address, and takes longer.",
  },
  {
    path: "src/schemas/rules.ts",
    line: 'const KNOWN = "known";',
    mutation: 'text emptied: "known"',
    reason: "Nobody sees the name of this kind of mismatch: `anyOf` never reports it.",
  },
  {
    path: "src/inbox/store-writer.ts",
    line: 'if (this.#state === "closed") return Promise.reject(createDrainedError());',
    mutation: "early exit removed: return Promise.reject(createDrainedError());",
    reason:
      "Whoever drains waits for what may still write. The line keeps a mistake in that from waiting for ever.",
  },
  {
    path: "src/inspector/access.ts",
    line: "for (const [index, byte] of left.entries()) difference |= byte ^ (right[index] ?? 0);",
    mutation: "number one higher: 0",
    reason: "Both digests have 32 bytes; TypeScript asks for the default.",
  },
  {
    path: "src/inspector/api/api.ts",
    line: "const BYTES_PER_CALL = 32_768;",
    mutation: "number one higher: 32_768",
    reason: "Pieces of any size that engines take are joined to the same text.",
  },
  {
    path: "src/inbox/sqlite/database.ts",
    line: "if (this.#statements.size < MAX_STATEMENTS) this.#statements.set(sql, statement);",
    mutation: "condition negated: this.#statements.size < MAX_STATEMENTS",
    reason: "A statement that is not kept is prepared again: it costs time alone.",
  },
  {
    path: "src/inbox/postgres/store.ts",
    line: "await this.close();",
    mutation: "`await` dropped: await this.close()",
    reason: "The connections of before end beside those that are opened; nobody uses both.",
  },
  {
    path: "src/inbox/sqlite/lines.ts",
    line: "if (lines.size === 0) return;",
    mutation: "early exit removed: return;",
    reason: "It saves two statements, which change no row for an empty list.",
  },
  {
    path: "src/inbox/sqlite/upkeep.ts",
    line: "const DELETED_AT_ONCE = 500;",
    mutation: "number one higher: 500",
    reason: "It divides the work of a transaction; the same rows are deleted.",
  },
  {
    path: "src/inbox/sqlite/store.ts",
    line: "return (await this.read({ id, limit: 1 }))[0];",
    mutation: "number one higher: 1",
    reason: "Only the first row is taken.",
  },
  {
    path: "src/receive/signatures/explain/trials.ts",
    line: "#count = 0;",
    mutation: "number one higher: 0",
    reason: "It leaves 1,999 of 2,000 trials, which are a bound of the work and no promise.",
  },
  {
    path: "src/inbox/store-health.ts",
    line: "const isPoll = written.length === 0 && batch.room > 0;",
    mutation: "`>` to `>=`: batch.room > 0",
    reason:
      "A batch without work has room, but for one that `drain` overtakes; it changes a line of the log.",
  },
  {
    path: "src/receive/middleware/node.ts",
    line: "if (!request.readableEnded) dropRest(request);",
    mutation: "negation removed: !request.readableEnded",
    reason:
      "A flowing stream of Node drops what comes when its listener is gone, and `linger` drops the rest.",
  },
  {
    path: "src/inspector/sources/memory-source.ts",
    line: "for (let number = newest; number > dropped; number--) {",
    mutation: "`>` to `>=`: number > dropped",
    reason: "The one before the oldest is not kept any more: it costs time alone.",
  },
  {
    path: "src/inbox/postgres/store.ts",
    line: "await pool?.end();",
    mutation: "statement removed: await pool?.end();",
    reason: "The pool then closes its idle connections ten seconds later.",
  },
  {
    path: "src/inbox/memory/memory-store.ts",
    line: "#lastSequence = 0;",
    mutation: "number one higher: 0",
    reason: "Keys are opaque: only their order counts.",
  },
  {
    path: "src/request/endpoint/url-text.ts",
    line: "const isDigitOrMark = code >= 0x2d && code <= 0x39 && code !== 0x2f; // - . and digits",
    mutation: "`<=` to `<`: code <= 0x39",
    reason: "A text with a 9 is encoded to itself: it costs time alone.",
  },
  {
    path: "src/request/paths/build-call.ts",
    line: "const id = Math.random().toString(36).slice(2);",
    mutation: "number one higher: 2",
    reason: "Middleware gets any text that other requests do not have.",
  },
  {
    path: "src/base/event-stream.ts",
    line: "text.charCodeAt(at + 1) === 0x61 &&",
    mutation: "number one higher: 1",
    reason: LONG_WAY,
  },
  {
    path: "src/base/event-stream.ts",
    line: "text.charCodeAt(at + 5) === COLON",
    mutation: "number one higher: 5",
    reason: LONG_WAY,
  },
  {
    path: "src/base/lines.ts",
    line: "onLine(undefined, 0, 0);",
    mutation: "number one higher: 0",
    reason: "Without a text, nobody reads from where to where it goes.",
  },
  {
    path: "src/catalog/method-lines.ts",
    line: "return shared > 0",
    mutation: "`>` to `>=`: shared > 0",
    reason: "The generator writes no number below 2: one shared segment is the empty one.",
  },
  {
    path: "src/receive/signatures/platform.portable.ts",
    line: "blinding ??= createHmacKey(SHA256, crypto.getRandomValues(new Uint8Array(32)));",
    mutation: "number one higher: 32",
    reason: "A random key that is longer hides the texts as well.",
  },
  {
    path: "src/receive/middleware/node.ts",
    line: 'return Buffer.from(chunk, (request.readableEncoding ?? "utf8") as BufferEncoding);',
    mutation: 'text emptied: "utf8"',
    reason: "`Buffer` takes an empty name for UTF-8.",
  },
  {
    path: "src/inbox/sqlite/connection.ts",
    line: "for (let wait = 1; !tryLock(lock, end); wait = Math.min(wait * 2, 25)) {",
    mutation: "number one higher: 25",
    reason: "A lock that is not free is tried again a millisecond later.",
  },
  {
    path: "src/request/endpoint/url-text.ts",
    line: "if (!isLetter && !isDigitOrMark && code !== 0x5f && code !== 0x7e) return false; // _ ~",
    mutation: "`&&` to `||`: !isLetter && !isDigitOrMark",
    reason:
      "A text that is not told at once goes through `encodeURIComponent`, which leaves it as it is.",
  },
  {
    path: "src/receive/signatures/explain/timestamps.ts",
    line: "const { timestamp, unit = 1000, tolerance: defaultTolerance = 0 } = scheme;",
    mutation: "number one higher: 0",
    reason: "Every scheme with a timestamp has a tolerance, and no other one is asked for it.",
  },
  {
    path: "src/inspector/sources/inbox-source.ts",
    line: "let bytes = 0;",
    mutation: "number one higher: 0",
    reason: "The first row begins a group, which sets it.",
  },
  {
    path: "src/inspector/inspector.ts",
    line: "await reader?.cancel();",
    mutation: "`await` dropped: await reader?.cancel()",
    reason: "The request is refused either way, and nobody reads the rest of its body.",
  },
  {
    path: "src/request/endpoint/url-text.ts",
    line: "const address = hash < 0 ? url : url.slice(0, hash);",
    mutation: "`<` to `<=`: hash < 0",
    reason: "A URL has characters before its fragment.",
  },
  {
    path: "src/request/endpoint/route/compile-route.ts",
    line: 'if (!template.includes(":")) return template;',
    mutation: 'text emptied: ":"',
    reason: "A template without a colon stays as it is: it costs time alone.",
  },
  {
    path: "src/request/endpoint/route/parse-template.ts",
    line: 'const isPlain = operator.first === "" && variables.length === 1 && variable?.maxLength === 0;',
    mutation: "number one higher: 0",
    reason: "A plain expression goes the way of any other one, which costs time alone.",
  },
  {
    path: "src/inspector/sources/inbox-source.ts",
    line: "await slices.pause();",
    mutation: "`await` dropped: await slices.pause()",
    reason: "It gives other work a turn: time alone, which no test measures.",
  },
  {
    path: "src/relay/stream.ts",
    line: "for (let start = 0; start < text.length; start += PIECE_LENGTH) {",
    mutation: "`<` to `<=`: start < text.length",
    reason: "One more piece may come, which is empty.",
  },
];

export interface Explanation {
  readonly path: string;
  /** The line as it stands, without indentation: numbers of lines change too often. */
  readonly line: string;
  /** The mutation as the list of mutants prints it. */
  readonly mutation: string;
  readonly reason: string;
}
