/** Actions of the inspector and of the keys: each goes through the receiver, as a delivery does. */
import { randomUUID } from "node:crypto";
import { isMap } from "../../codegen/model/json.js";
import type { FieldSource, WebhookCatalog } from "../../src/catalog/webhooks.js";
import type { DeliveryToSend, InspectedDelivery, SendResult } from "../../src/inspector/types.js";
import { bindService } from "../../src/receive/webhooks/webhooks.js";
import type { WebhookParts } from "../../src/receive/webhooks/service.js";
import { isInHeader } from "../../src/receive/webhooks/field-source.js";
import { CommandError } from "../io/errors.js";
import type { HeaderList, RawDelivery } from "./deliveries/delivery.js";
import { DeliverySigner, type KeptDelivery, type SignerOptions } from "./delivery-signer.js";

export class DevActions {
  readonly #options: ActionOptions;
  readonly #signer: DeliverySigner;

  constructor(options: ActionOptions) {
    this.#options = options;
    this.#signer = new DeliverySigner(options);
  }

  /** Sends a delivery again. Signs it anew if it was authentic once, and its timestamp may be too old. */
  async resend(delivery: InspectedDelivery): Promise<SendResult> {
    return this.#deliver(this.#signer.refresh(expectKept(delivery), delivery.outcome));
  }

  /** Handles a delivery again in its row. */
  async replay(delivery: InspectedDelivery): Promise<void> {
    const { key, attempts, outcome } = delivery;
    const kept = expectKept(delivery);
    const receiver = this.#options.receiver();
    if (await receiver.replay(delivery, kept)) return;
    await receiver.receive(this.#signer.refresh(kept, outcome), { key, attempts });
  }

  /** Signs and sends a payload. */
  async send({ event: name, body: text }: DeliveryToSend): Promise<SendResult> {
    const { receiver, url } = this.#options;
    const { catalog, parts } = receiver().service;
    const [event] = bindService(catalog, parts).split(name);
    const id = randomUUID();
    const signed = this.#signer.sign({
      id,
      method: "POST",
      url: url(),
      headers: listHeaders({ id, event }, catalog, parts),
      body: new TextEncoder().encode(writeBody(text, parts)),
    });
    return this.#deliver(signed);
  }

  async #deliver(delivery: RawDelivery): Promise<SendResult> {
    const { key, answer } = await this.#options.receiver().receive(delivery);
    return { key, status: answer.status, text: answer.body.trim().slice(0, 200) };
  }
}

function expectKept(delivery: InspectedDelivery): KeptDelivery {
  const { id, body, headers, url = "" } = delivery;
  if (body !== undefined && headers !== undefined)
    return { id, method: "POST", url, headers, body };
  throw new CommandError("The delivery is not kept any more.");
}

/** Lists the headers of a new delivery, apart from its signature. */
function listHeaders(
  { id, event }: { readonly id: string; readonly event: string },
  catalog: WebhookCatalog,
  { body }: WebhookParts,
): HeaderList {
  return [
    ["content-type", body?.mediaType ?? "application/json"],
    ...toHeader(catalog.event, event),
    ...toHeader(catalog.delivery, id),
  ];
}

/** The header of a field; none for a field of the body. */
function toHeader(source: FieldSource | undefined, value: string): HeaderList {
  return source !== undefined && isInHeader(source) ? [[source.header, value]] : [];
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

// ---- Types

interface ActionOptions extends SignerOptions {
  /** The address that the service sends to. */
  readonly url: () => string;
}
