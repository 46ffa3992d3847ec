/** Actions of the inspector and of the keys: each goes through the receiver, as a delivery does. */
import { randomUUID } from "node:crypto";
import { isMap } from "../../codegen/model/json.js";
import { createVerifier, type Verifier } from "../../src/signatures/verifier.js";
import type { DeliveryToSend, InspectedDelivery, SendResult } from "../../src/inspector/types.js";
import { bindService } from "../../src/webhooks/event-names.js";
import { isInHeader, type WebhookParts } from "../../src/webhooks/service.js";
import { CommandError, plainMessageOf } from "../io/errors.js";
import { type HeaderList, type RawDelivery, toRecord } from "./delivery.js";
import type { DevReceiver } from "./receiver.js";

export interface DevActions {
  /** Sends a delivery again. Signs it anew if only its timestamp is too old. */
  resend(delivery: InspectedDelivery): Promise<SendResult>;
  /** Signs and sends a payload. */
  send(delivery: DeliveryToSend): Promise<SendResult>;
  /** Handles a delivery again in its row. */
  replay(delivery: InspectedDelivery): Promise<unknown>;
}

export interface ActionOptions {
  readonly receiver: () => DevReceiver;
  readonly secret: string;
  /** The address that the service sends to. */
  readonly url: () => string;
}

/** Bytes of a delivery that was kept. */
interface Kept extends RawDelivery {
  readonly id: string;
}

export function createActions({ receiver, secret, url }: ActionOptions): DevActions {
  const createOwnVerifier = (): Verifier => {
    const scheme = receiver().service.parts.scheme;
    return createVerifier(scheme, { secrets: [secret] });
  };
  const sign = (body: Uint8Array, id: string, to: string): Readonly<Record<string, string>> => {
    try {
      return createOwnVerifier().sign(body, { id, url: to, method: "POST" });
    } catch (error) {
      throw new CommandError(`The delivery cannot be signed: ${plainMessageOf(error)}`);
    }
  };
  const refresh = ({ id, ...delivery }: Kept): RawDelivery => {
    const { body, headers, method } = delivery;
    const context = { url: delivery.url, method };
    let fault: string | undefined;
    try {
      fault = createOwnVerifier().findRefusal(body, toRecord(headers), context);
    } catch {
      return delivery; // the receiver says why
    }
    if (fault !== "TIMESTAMP_OUT_OF_TOLERANCE") return delivery;
    return { ...delivery, headers: replaceHeaders(headers, sign(body, id, delivery.url)) };
  };
  const deliver = async (delivery: RawDelivery): Promise<SendResult> => {
    const { key, answer } = await receiver().receive(delivery);
    return { key, status: answer.status, text: answer.body.trim().slice(0, 200) };
  };
  return {
    resend: (delivery) => deliver(refresh(expectKept(delivery))),
    replay: async (delivery) => {
      const { key, attempts } = delivery;
      const kept = expectKept(delivery);
      if (await receiver().replay(delivery, kept)) return;
      await receiver().receive(refresh(kept), { key, attempts });
    },
    send: ({ event: name, body: text }) => {
      const { catalog, parts } = receiver().service;
      const body = new TextEncoder().encode(writeBody(text, parts));
      const id = randomUUID();
      const [event] = bindService(catalog, parts).split(name);
      const fields = [
        ...(isInHeader(catalog.event) ? [[catalog.event.header, event] as const] : []),
        ...(catalog.delivery && isInHeader(catalog.delivery)
          ? [[catalog.delivery.header, id] as const]
          : []),
      ];
      const headers = [
        ["content-type", parts.body?.mediaType ?? "application/json"] as const,
        ...fields,
      ];
      // The signature may have its own header for the id, which must not come twice.
      const signed = replaceHeaders(headers, sign(body, id, url()));
      return deliver({ method: "POST", url: url(), headers: signed, body });
    },
  };
}

function expectKept(delivery: InspectedDelivery): Kept {
  const { id, body, headers, url = "" } = delivery;
  if (body !== undefined && headers !== undefined)
    return { id, method: "POST", url, headers, body };
  throw new CommandError("The delivery is not kept any more.");
}

function replaceHeaders(
  headers: HeaderList,
  changed: Readonly<Record<string, string>>,
): HeaderList {
  const names = new Set(Object.keys(changed).map((name) => name.toLowerCase()));
  return [
    ...headers.filter(([name]) => !names.has(name.toLowerCase())),
    ...Object.entries(changed),
  ];
}

/** Writes a payload as the service does; any other text is a body already. */
function writeBody(text: string, { body: format }: WebhookParts): string {
  if (format === undefined) return text;
  try {
    const payload: unknown = JSON.parse(text);
    return isMap(payload) ? format.write(payload) : text;
  } catch {
    return text;
  }
}
