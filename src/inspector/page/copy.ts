/** Deliveries as text to paste elsewhere: a test, a command, a fixture. */
import type { DeliveryAnswer, SourceAnswer } from "../types.js";

/** Body of a delivery, as far as the page has it. */
export interface Content {
  readonly bytes: Uint8Array | undefined;
  /** `undefined` if the bytes are not UTF-8. */
  readonly text: string | undefined;
  /** Payload as JSON: the body, or what the source has parsed from it. */
  readonly json: string | undefined;
}

export function readContent({ body, payload }: DeliveryAnswer): Content {
  const bytes = body === undefined ? undefined : decodeBase64(body);
  const text = bytes && decodeText(bytes);
  const sent = text?.replace(/^\uFEFF/, "");
  return {
    bytes,
    text,
    json: payload ?? (sent !== undefined && isJsonText(sent) ? sent : undefined),
  };
}

function decodeBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export function formatName({ event, action }: Pick<DeliveryAnswer, "event" | "action">): string {
  return action === undefined ? event : `${event}.${action}`;
}

/**
 * Writes a test that runs with `node --test`, as JavaScript and as TypeScript. Values of `Object()` have the type
 * `any`: a payload may differ from its description.
 */
export function writeTest(
  delivery: DeliveryAnswer,
  { json = "{}" }: Content,
  modules: SourceAnswer["modules"],
): string {
  const name = formatName(delivery);
  const payload = JSON.stringify(JSON.parse(json), null, 2).replaceAll("\n", "\n  ");
  return `import assert from "node:assert/strict";
import { test } from "node:test";
import { createWebMiddleware, Webhooks } from ${JSON.stringify(modules.webhooks)};
import { createDelivery } from ${JSON.stringify(modules.testing)};

test(${JSON.stringify(`${name} is handled`)}, async ({ mock }) => {
  const secret = "development";
  const webhooks = new Webhooks({ secret });
  const handler = mock.fn();
  webhooks.on(${JSON.stringify(name)}, handler);
  const payload = Object(${escapeScript(payload)});
  const delivery = await createDelivery(${JSON.stringify(name)}, payload, {
    secret,
    id: ${JSON.stringify(delivery.id)},
  });
  const response = await createWebMiddleware(webhooks)(delivery.toRequest());
  assert.equal(response.status, 200);
  assert.equal(handler.mock.callCount(), 1);
});
`;
}

/** Escapes the one key that makes JSON another value in JavaScript: it would set the prototype. */
function escapeScript(json: string): string {
  return json.replace(/^(\s*)"__proto__":/gm, '$1["__proto__"]:');
}

/** Headers that `curl` sets itself. */
const CURL_HEADERS =
  /^(?:host|content-length|connection|transfer-encoding|accept-encoding|expect)$/i;

export function writeCurl(delivery: DeliveryAnswer, { bytes, text }: Content): string {
  const { url = "http://localhost:3000/", headers } = delivery;
  const kept = headers?.filter(([name]) => !CURL_HEADERS.test(name));
  const isText = text !== undefined && !text.includes("\0");
  const lines = [
    `curl -X POST ${quoteShell(url)}`,
    ...(kept ?? [["content-type", "application/json"] as const]).map(
      ([name, value]) => `-H ${quoteShell(`${name}: ${value}`)}`,
    ),
    isText ? `--data-raw ${quoteShell(text)}` : "--data-binary @-",
  ];
  const command = lines.join(" \\\n  ");
  const note = headers === undefined ? "# The headers are not kept; add the signature.\n" : "";
  if (isText || bytes === undefined) return note + command;
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `${note}printf %s '${base64}' | base64 -d | ${command}`;
}

/** Writes a command that sends any delivery. It is not signed, because the page knows no secret. */
export function writeFirst(address: string): string {
  const words = ["-H", "'content-type: application/json'", "--data-raw", `'{"hello":"world"}'`];
  return `curl -X POST ${quoteShell(address)} ${words.join(" ")}`;
}

function quoteShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Writes a line of JSON that `typewire reconcile` reads; numbers and order stay as they were sent. */
export function writeFixture({ event, id }: DeliveryAnswer, { json = "null" }: Content): string {
  const [name, delivery] = [JSON.stringify(event), JSON.stringify(id)];
  // Line breaks occur between tokens only.
  return `{"name":${name},"id":${delivery},"payload":${json.trim().replace(/\s*[\r\n]+\s*/g, " ")}}\n`;
}
