import fc from "fast-check";
import { isDeepStrictEqual } from "node:util";
import { createEventReader, type StreamEvent } from "../../src/base/event-stream.js";
import * as node from "../../src/receive/signatures/platform.node.js";
import * as portable from "../../src/receive/signatures/platform.portable.js";
import { createEventNameValidator } from "../../src/receive/webhooks/event-names.js";
import { sign, verify } from "../../generated/methods.js";
import { acmeCatalog } from "../cases/webhooks/acme.js";
import { check, type Property } from "./property.js";

const anyText = fc.string({ unit: "binary", minLength: 1 });
const payload = fc.oneof(anyText, fc.uint8Array({ minLength: 1 }));

export const signatureProperties: readonly Property[] = [
  check("what was signed is verified, and nothing else is", anyText, payload, (secret, data) => {
    const signature = sign(secret, data);
    if (!/^sha256=[0-9a-f]{64}$/.test(signature)) throw new Error(signature);
    if (!verify(secret, data, signature)) throw new Error("its own signature is refused");
    if (verify(`${secret}x`, data, signature)) throw new Error("another secret is accepted");
  }),
  check(
    "any other text is false",
    payload,
    fc.oneof(
      anyText,
      fc.string({ unit: fc.constantFrom(...Array.from("sha256=0f")), minLength: 1 }),
    ),
    (data, signature) => {
      if (verify("s", data, signature)) throw new Error("accepted");
    },
  ),
  check(
    "a digit changed is false",
    anyText,
    fc.tuple(fc.integer({ min: 7, max: 70 }), fc.constantFrom(...Array.from("0123456789abcdef"))),
    (data, [index, digit]) => {
      const signature = sign("s", data);
      const changed = signature.slice(0, index) + digit + signature.slice(index + 1);
      if (verify("s", data, changed) !== (changed === signature)) throw new Error("accepted");
    },
  ),
  check(
    "both builds hash alike",
    fc.uint8Array({ minLength: 1, maxLength: 200 }),
    payload,
    (secret, data) => {
      if (
        node.hmac(node.SHA256, node.createHmacKey(node.SHA256, secret), [data], "hex") !==
        portable.hmac(
          portable.SHA256,
          portable.createHmacKey(portable.SHA256, secret),
          [data],
          "hex",
        )
      )
        throw new Error("different digests");
    },
  ),
];

const validate = createEventNameValidator(acmeCatalog.eventNames);

export const eventNameProperties: readonly Property[] = [
  check(
    "a name is valid exactly when it is known",
    fc.oneof(
      anyText,
      fc.constantFrom(
        ...acmeCatalog.eventNames,
        "*",
        "error",
        "__proto__",
        "toString",
        "issues.toString",
        "issue",
      ),
    ),
    fc.constant(undefined),
    (name) => {
      let valid = true;
      try {
        validate(name);
      } catch (error) {
        if (!(error instanceof TypeError) || error.message === "") throw error;
        valid = false;
      }
      if (valid !== acmeCatalog.eventNames.includes(name)) throw new Error(String(valid));
    },
  ),
  check(
    "warned of on one line",
    anyText,
    fc.constantFrom(...acmeCatalog.eventNames),
    (noise, known) => {
      if (noise === "*" || noise === "error") return;
      const lines: unknown[] = [];
      for (const name of [noise, known + noise])
        validate(name, { onUnknownEventName: "warn", log: { warn: (line) => lines.push(line) } });
      for (const line of lines)
        if (typeof line !== "string" || /[\r\n]/.test(line) || line.length > 1000)
          throw new Error(String(line));
    },
  ),
];

const line = fc.oneof(
  fc.constantFrom(
    "data: a",
    "data:",
    "data",
    "id: 1",
    "id",
    "id: a\0b",
    "event: push",
    "retry: 10",
    "retry: x",
    ": comment",
    "",
    "",
    "other: 1",
    "data: é🎉",
    "\ufeffdata: b",
  ),
  fc.string({ unit: fc.constantFrom(...Array.from("ab: dt\0é")) }),
  fc.integer({ min: 1, max: 80 }).map((length) => `data: ${"x".repeat(length)}`),
);
const stream = fc
  .array(fc.tuple(line, fc.constantFrom("\n", "\n", "\r\n", "\r")), { maxLength: 30 })
  .map((lines) => lines.flat().join(""));

/** What a stream comes to, cut at any places. */
function read(pieces: readonly string[], maxSize: number): unknown[] {
  const seen: unknown[] = [];
  const ids: string[] = [];
  const feed = createEventReader(maxSize, {
    onEvent: (event: StreamEvent) => seen.push(["event", event.event, event.data]),
    onTooLarge: () => seen.push(["skipped"]),
    onId: (id) => ids.push(id),
    onRetry: (delay) => seen.push(["retry", delay]),
  });
  for (const piece of pieces) feed(piece);
  return [ids, ...seen];
}

function cut(text: string, places: readonly number[]): string[] {
  const cuts = [
    0,
    ...places.map((place) => place % (text.length + 1)).sort((a, b) => a - b),
    text.length,
  ];
  return cuts.slice(1).map((end, index) => text.slice(cuts[index], end));
}

export const eventStreamProperties: readonly Property[] = [
  check(
    "any cutting of a stream gives the same events",
    stream,
    fc.array(fc.nat(2000), { maxLength: 8 }),
    (text, places) => {
      const whole = read([text], 1e6);
      for (const pieces of [cut(text, places), Array.from(text), text.split("")]) {
        const found = read(pieces, 1e6);
        if (!isDeepStrictEqual(found, whole))
          throw new Error(`${JSON.stringify(found)} in place of ${JSON.stringify(whole)}`);
      }
    },
  ),
  check(
    "no event larger than allowed is handed on, and the next one is",
    stream,
    fc.array(fc.nat(2000), { maxLength: 8 }),
    (text, places) => {
      const whole = `${text}\n\n\ndata: last\n\n`;
      const found = read(cut(whole, places), 40) as [string, unknown, string][];
      if (found.some(([kind, , data]) => kind === "event" && data.length > 40))
        throw new Error("too large");
      if (found.at(-1)?.[2] !== "last") throw new Error(JSON.stringify(found));
    },
  ),
];
