/** Deliveries as text to paste elsewhere: a test, a command, a fixture. */
import type { Content } from "./content.js";
import { formatName } from "./format.js";
import type { DeliveryAnswer, SourceAnswer } from "../types.js";

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
  const title = JSON.stringify(`${name} is handled`);
  const event = JSON.stringify(name);
  const id = JSON.stringify(delivery.id);
  const payload = escapeScript(JSON.stringify(JSON.parse(json), null, 2).replaceAll("\n", "\n  "));
  return `import assert from "node:assert/strict";
import { test } from "node:test";
import { createWebMiddleware, Webhooks } from ${JSON.stringify(modules.webhooks)};
import { createDelivery } from ${JSON.stringify(modules.testing)};

test(${title}, async ({ mock }) => {
  const secret = "development";
  const webhooks = new Webhooks({ secret });
  const handler = mock.fn();
  webhooks.on(${event}, handler);
  const payload = Object(${payload});
  const delivery = await createDelivery(${event}, payload, {
    secret,
    id: ${id},
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

/**
 * Writes a command that sends the delivery again, with a line for each part:
 * `curl -X POST 'https://example.com/' -H 'x-event: ping' --data-raw '{}'`.
 */
export function writeCurl(
  { url = "http://localhost:3000/", headers }: DeliveryAnswer,
  content: Content,
): string {
  const note = headers === undefined ? "# The headers are not kept; add the signature.\n" : "";
  const sentHeaders = (headers ?? DEFAULT_HEADERS).filter(([name]) => !CURL_HEADERS.test(name));
  const request = [
    `curl -X POST ${quoteShell(url)}`,
    ...sentHeaders.map(([name, value]) => `-H ${quoteShell(`${name}: ${value}`)}`),
  ];
  return note + addBody(request, content);
}

/** Headers that `curl` sets itself. */
const CURL_HEADERS =
  /^(?:host|content-length|connection|transfer-encoding|accept-encoding|expect)$/i;

/** Headers of a delivery whose own are not kept. */
const DEFAULT_HEADERS: NonNullable<DeliveryAnswer["headers"]> = [
  ["content-type", "application/json"],
];

/**
 * Adds the body to a command. A body that is no text, and one with a zero byte, cannot be an argument, so it
 * comes through a pipe. One that is not kept has to be typed.
 */
function addBody(request: readonly string[], { bytes, text }: Content): string {
  if (text !== undefined && !text.includes("\0"))
    return joinLines([...request, `--data-raw ${quoteShell(text)}`]);
  const command = joinLines([...request, "--data-binary @-"]);
  return bytes === undefined
    ? command
    : `printf %s '${encodeBase64(bytes)}' | base64 -d | ${command}`;
}

function joinLines(lines: readonly string[]): string {
  return lines.join(" \\\n  ");
}

function encodeBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
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
