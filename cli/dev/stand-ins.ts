/** Stand-ins for what a program has in `dev`: a toolkit with another receiver, a request and a response of a server. */
import type { NodeRequest, NodeResponse } from "../../src/receive/middleware/node.js";
import {
  type DeliveryReceiver,
  RECEIVER,
  type WebhooksInstance,
} from "../../src/receive/webhooks/receiver.js";
import type { Answer } from "../../src/receive/webhooks/http-answer.js";
import type { RawDelivery } from "./deliveries/delivery.js";

/** Creates a toolkit that receives by this receiver. */
export function createInstance(receiver: DeliveryReceiver): WebhooksInstance {
  const instance = {
    [RECEIVER]: () => receiver,
    verifyAndReceive: (delivery: never) => receiver.verifyAndReceive(delivery),
  };
  return instance;
}

/**
 * Creates the request of a delivery, as Node's server has it once all has been read.
 * @param path The path at which the middleware expects deliveries; the address of this one may have another.
 */
export function createRequest(
  { method, url, headers, body }: RawDelivery,
  path: string,
): NodeRequest {
  const request = {
    method,
    url: path,
    originalUrl: url,
    headers: {}, // the middleware reads the raw ones
    rawHeaders: headers.flat(),
    rawBody: body,
    complete: true,
    destroyed: false,
    readableEnded: true,
    readableFlowing: null,
    readableEncoding: null,
    on: () => request,
    off: () => request,
    resume: () => request,
  };
  return request;
}

/** Creates a response that hands over the answer when it ends, or when the middleware breaks it off. */
export function createResponse(onEnd: (answer: Answer) => void): NodeResponse {
  let head: Pick<Answer, "status" | "headers"> = { status: 500, headers: {} };
  return {
    headersSent: false,
    writableEnded: false,
    destroyed: false,
    shouldKeepAlive: true,
    writeHead: (status: number, headers: Record<string, string>) => (head = { status, headers }),
    write: () => true,
    end: (text?: string) => onEnd({ ...head, body: text ?? "" }),
    destroy: () => onEnd({ ...head, body: "" }),
  };
}
