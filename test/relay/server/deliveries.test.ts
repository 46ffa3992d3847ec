/** Deliveries on their whole way: from a sender to the relay, to a follower, to a handler that verifies. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { createRelayServer } from "../../../src/relay/server/relay-server.js";
import { closeServer, listenOn } from "../../http/server.js";
import { connect } from "../setup.js";
import { sign } from "../stand-in.js";
import { cleanUp, send, sendEvent, startRelay, until } from "./setup.js";

const MIB = 1024 * 1024;

describe("a delivery", () => {
  const large = `{"id":"${"x é😀\\\\".repeat(26)}","n":1.0}`;
  it.each<[title: string, body: string]>([
    [
      "with escapes that need not be",
      '{"url":"https:\\/\\/x\\/","name":"caf\\u00e9 \\uD83D\\uDE00"}',
    ],
    ["with odd spacing", '{  "a" :\t1 ,\r\n "b":[ ]\n}\n'],
    ["with numbers as no library writes them", '{"a":1.0,"b":1e2,"c":-0,"d":12345678901234567890}'],
    ["with duplicate keys", '{"a":1,"a":2}'],
    ["with emoji and line separators", '{"a":"😀👩‍👩‍👧 \u2028\u2029\u0085\u007f"}'],
    ["with a text that looks like an event", '{"a":"\\n\\ndata: x\\n\\n"}\n\nid: 7\n\n'],
    ["of many pieces", `[${Array.from({ length: 500 }, () => large).join()}]`],
  ])("[D.13] [D.7] %s reaches the handler and the target as it was", async (_title, body) => {
    const { url, target, received } = await startForwarding();
    await sendEvent(url, "one", body);
    await until(() => expect(target.requests).toHaveLength(1));
    expect(received).toEqual([{ id: "one", name: "issues", signature: sign(body), payload: body }]);
    expect(target.requests[0]?.body.toString() === body).toBe(true);
    expect(target.requests[0]).toMatchObject({
      method: "POST",
      headers: { "content-type": "application/json", "x-acme-delivery": "one" },
    });
  });

  it.each([
    ["of text", fill(25 * MIB, '{"text":"é😀 and \\"more\\"","n":1.0}, ')],
    ["of quotes, which travel in base64", fill(25 * MIB, '"')],
  ])("[D.13] [D.8] of 25 MiB %s arrives with the defaults", async (_title, body) => {
    const { url, target, recording } = await startForwarding();
    await sendEvent(url, "one", body.toString());
    await until(() => expect(target.requests.length, recording.text()).toBe(1));
    expect(target.requests[0]?.body.equals(body)).toBe(true);
  });

  it("[D.5] without an event is logged and skipped", async () => {
    const { url } = await startRelay();
    const { relay, ids, recording } = connect({ url });
    await relay.ready;
    await send(url, { body: "{}" });
    await sendEvent(url, "last");
    await until(() => expect(ids()).toEqual(["last"]));
    expect(recording.text()).toContain(
      'warn relay: message skipped: expected an event name under "x-acme-event"',
    );
  });

  it("[D.7] is forwarded with its own method, content type and encoding", async () => {
    const { url, target } = await startForwarding();
    const body = "{}";
    const headers = {
      "content-type": "application/vnd.acme+json",
      "x-acme-event": "push",
      "x-hub-signature-256": sign(body),
      authorization: "Basic private",
    };
    await send(url, { method: "PUT", headers, body });
    await until(() => expect(target.requests).toHaveLength(1));
    const [request] = target.requests;
    expect(request).toMatchObject({
      method: "PUT",
      headers: { "content-type": "application/vnd.acme+json", "x-acme-event": "push" },
    });
    expect(request?.headers.authorization).toBeUndefined();
  });

  it.each<[name: string, value: string]>([
    ["user-agent", "Acme-Hooks/1"],
    ["content-digest", "sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:"],
    ["content-language", "de"],
    ["accept-language", "de"],
    ["accept", "text/plain"],
    ["date", "Mon, 23 Nov 2026 16:00:00 GMT"],
    ["x-empty", ""],
    ["x-latin", "caf\u00e9"],
    ["x-long", "y".repeat(9_000)],
  ])("[D.7] is forwarded with its header %s as it came", async (name, value) => {
    const { url, target } = await startForwarding();
    const body = "{}";
    const signed = { "x-acme-event": "push", "x-hub-signature-256": sign(body) };
    await send(url, { headers: { ...signed, [name]: value }, body });
    await until(() => expect(target.requests).toHaveLength(1));
    expect(target.requests[0]?.headers[name]).toBe(value);
  });
});

it("[D.10] a relay without a Node server works with web-standard requests alone", async () => {
  const relay = createRelayServer({ channels: ["acme"] });
  cleanUp(() => relay.close());
  const url = "https://relay.example/acme";
  const follower = connect({
    url,
    fetch: (input, init) => relay.fetch(new Request(input, init)),
  });
  await follower.relay.ready;
  const body = '{"a":1.0}';
  const headers = {
    "x-acme-event": "push",
    "x-acme-delivery": "1",
    "x-hub-signature-256": sign(body),
  };
  const answer = await relay.fetch(new Request(url, { method: "POST", headers, body }));
  expect(answer.status).toBe(202);
  await until(() => expect(follower.received).toMatchObject([{ id: "1", payload: body }]));
});

/** As many whole copies of a text as fit into a number of bytes. */
function fill(bytes: number, text: string): Buffer {
  return Buffer.from(text.repeat(bytes / Buffer.byteLength(text)));
}

/** Starts a relay and a target, and connects a follower that forwards to it. */
async function startForwarding() {
  const { url } = await startRelay();
  const target = await startTarget();
  const follower = connect({ url, forwardTo: target.url });
  await follower.relay.ready;
  return { url, target, ...follower };
}

async function startTarget() {
  const requests: Forwarded[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      requests.push({ method: request.method, headers: request.headers, body });
      response.end();
    });
  });
  const url = `http://127.0.0.1:${await listenOn(server)}/hooks`;
  cleanUp(() => closeServer(server));
  return { url, requests };
}

interface Forwarded {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}
