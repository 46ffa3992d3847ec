/** Actions of the inspector and of the keys: each goes through the receiver, as a delivery does. */
import { randomUUID } from "node:crypto";
import { isMap } from "../../codegen/model/json.js";
import type { SignatureRefusal, SignContext } from "../../src/receive/signatures/types.js";
import { createVerifier, type Verifier } from "../../src/receive/signatures/verifier.js";
import type {
  DeliveryToSend,
  InspectedDelivery,
  InspectorOutcome,
  SendResult,
} from "../../src/inspector/types.js";
import { bindService } from "../../src/receive/webhooks/webhooks.js";
import type { WebhookParts } from "../../src/receive/webhooks/service.js";
import { isInHeader } from "../../src/receive/webhooks/field-source.js";
import { CommandError, plainMessageOf } from "../io/errors.js";
import { type HeaderList, type RawDelivery, toRecord } from "./deliveries/delivery.js";
import type { DevReceiver } from "./deliveries/receiver.js";

export class DevActions {
  readonly #options: ActionOptions;

  constructor(options: ActionOptions) {
    this.#options = options;
  }

  /** Sends a delivery again. Signs it anew if it was authentic once, and its timestamp may be too old. */
  async resend(delivery: InspectedDelivery): Promise<SendResult> {
    return this.#deliver(this.#refresh(expectKept(delivery), delivery.outcome));
  }

  /** Handles a delivery again in its row. */
  async replay(delivery: InspectedDelivery): Promise<void> {
    const { key, attempts } = delivery;
    const kept = expectKept(delivery);
    const { receiver } = this.#options;
    if (await receiver().replay(delivery, kept)) return;
    await receiver().receive(this.#refresh(kept, delivery.outcome), { key, attempts });
  }

  /** Signs and sends a payload. */
  async send({ event: name, body: text }: DeliveryToSend): Promise<SendResult> {
    const { receiver, url } = this.#options;
    const { catalog, parts } = receiver().service;
    const body = new TextEncoder().encode(writeBody(text, parts));
    const id = randomUUID();
    const [event] = bindService(catalog, parts).split(name);
    const unsigned: [name: string, value: string][] = [
      ["content-type", parts.body?.mediaType ?? "application/json"],
    ];
    if (isInHeader(catalog.event)) unsigned.push([catalog.event.header, event]);
    if (catalog.delivery && isInHeader(catalog.delivery))
      unsigned.push([catalog.delivery.header, id]);
    // The signature may have its own header for the id, which must not come twice.
    const headers = replaceHeaders(unsigned, this.#sign(body, id, url()));
    return this.#deliver({ method: "POST", url: url(), headers, body });
  }

  async #deliver(delivery: RawDelivery): Promise<SendResult> {
    const { key, answer } = await this.#options.receiver().receive(delivery);
    return { key, status: answer.status, text: answer.body.trim().slice(0, 200) };
  }

  #refresh({ id, ...delivery }: KeptDelivery, outcome: InspectorOutcome): RawDelivery {
    if (!this.#isOutdated(delivery, outcome)) return delivery;
    const { body, headers, url } = delivery;
    return { ...delivery, headers: replaceHeaders(headers, this.#sign(body, id, url)) };
  }

  /** True for a delivery that was authentic, and whose timestamp is too old, or may be. */
  #isOutdated(delivery: RawDelivery, outcome: InspectorOutcome): boolean {
    const fault = this.#findFault(delivery);
    if (fault === undefined) return false;
    if (fault === "TIMESTAMP_OUT_OF_TOLERANCE") return true;
    // The toolkit alone knows its secrets. One of them has signed what it accepted, so that time is all that
    // can have made it invalid. Anything else goes to the receiver as it is, which says what is wrong.
    const hasTimestamp = this.#options.receiver().service.parts.scheme.timestamp !== undefined;
    return outcome !== "refused" && hasTimestamp;
  }

  /**
   * Finds the reason why the secret does not accept a delivery; `undefined` if it does. The scheme may be unable to
   * use this secret at all.
   */
  #findFault(delivery: RawDelivery): SignatureRefusal | "SECRET_UNUSABLE" | undefined {
    const { body, headers, method, url } = delivery;
    try {
      return this.#createVerifier().findRefusal(body, toRecord(headers), { url, method });
    } catch {
      return "SECRET_UNUSABLE";
    }
  }

  /** Signs as the toolkit does, or else with the secret. */
  #sign(body: Uint8Array, id: string, url: string): SignatureHeaders {
    const context = { id, url, method: "POST" };
    const signed = this.#signByToolkit(body, context);
    if (signed !== undefined) return signed;
    try {
      return this.#createVerifier().sign(body, context);
    } catch (error) {
      throw this.#options.explain(plainMessageOf(error));
    }
  }

  /** Returns `undefined` if the toolkit cannot sign: it throws if its secrets are looked up, or only verify. */
  #signByToolkit(body: Uint8Array, context: SignContext): SignatureHeaders | undefined {
    const { service } = this.#options.receiver();
    try {
      const signed = service.sign?.(body, context);
      return typeof signed === "string" ? { [service.parts.scheme.header]: signed } : signed;
    } catch {
      return undefined;
    }
  }

  #createVerifier(): Verifier {
    const { receiver, secret } = this.#options;
    return createVerifier(receiver().service.parts.scheme, { secrets: [secret] });
  }
}

function expectKept(delivery: InspectedDelivery): KeptDelivery {
  const { id, body, headers, url = "" } = delivery;
  if (body !== undefined && headers !== undefined)
    return { id, method: "POST", url, headers, body };
  throw new CommandError("The delivery is not kept any more.");
}

function replaceHeaders(headers: HeaderList, changed: SignatureHeaders): HeaderList {
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

// ---- Types

interface ActionOptions {
  readonly receiver: () => DevReceiver;
  /** Signs where the toolkit cannot: its secrets are looked up, or only verify. */
  readonly secret: string;
  /** Creates the error for a delivery that neither the toolkit nor the secret can sign. */
  readonly explain: (fault: string) => CommandError;
  /** The address that the service sends to. */
  readonly url: () => string;
}

/** Headers by their names. */
type SignatureHeaders = Readonly<Record<string, string>>;

/** Delivery whose bytes were kept. */
interface KeptDelivery extends RawDelivery {
  readonly id: string;
}
