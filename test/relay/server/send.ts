/** Requests to a relay, for tests and for programs without a test runner. */
import { request as startRequest } from "node:http";
import { buffer } from "node:stream/consumers";
import { sign } from "../stand-in.js";

/** Sends a request as it is given: no header is added but those of the connection. */
export function send(url: string, { method = "POST", headers = {}, body = "" }: Sent = {}) {
  return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const bytes = Buffer.from(body);
    // Node adds a length only for some methods.
    const length = "transfer-encoding" in headers ? {} : { "content-length": bytes.length };
    // Each has a connection of its own, so that no other one can end it.
    const options = { method, headers: { ...length, ...headers }, agent: false };
    const request = startRequest(url, options);
    request.on("error", reject);
    request.on("response", (response) => {
      buffer(response).then(
        (answer) => resolve({ status: response.statusCode, text: answer.toString() }),
        reject,
      );
    });
    // Bytes: Node would write the headers in the encoding of a text.
    request.end(bytes);
  });
}

/** Sends a delivery of the service in `stand-in.ts`. */
export function sendEvent(url: string, id: string, body = `{"id":"${id}"}`) {
  const headers = {
    "content-type": "application/json",
    "x-acme-event": "issues",
    "x-acme-delivery": id,
    "x-hub-signature-256": sign(body),
  };
  return send(url, { headers, body });
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string | string[]>;
  readonly body?: string | Uint8Array;
}
