/** Signs deliveries that `dev` sends: new ones, and old ones whose timestamp is not valid any more. */
import type { InspectorOutcome } from "../../src/inspector/types.js";
import type { SignatureRefusal, SignContext } from "../../src/receive/signatures/types.js";
import { createVerifier, type Verifier } from "../../src/receive/signatures/verifier.js";
import { type CommandError, plainMessageOf } from "../io/errors.js";
import { type HeaderList, type RawDelivery, toRecord } from "./deliveries/delivery.js";
import type { DevReceiver } from "./deliveries/receiver.js";

export class DeliverySigner {
  readonly #options: SignerOptions;

  constructor(options: SignerOptions) {
    this.#options = options;
  }

  /** Signs an old delivery anew if time alone may have made it invalid. Returns any other one as it is. */
  refresh({ id, ...delivery }: KeptDelivery, outcome: InspectorOutcome): RawDelivery {
    return this.#isOutdated(delivery, outcome) ? this.sign({ id, ...delivery }) : delivery;
  }

  /**
   * Signs a delivery as the toolkit does, or else with the secret.
   * @throws CommandError if neither can sign.
   */
  sign({ id, ...delivery }: KeptDelivery): RawDelivery {
    const { body, headers, url } = delivery;
    const context = { id, url, method: "POST" };
    const signature = this.#signByToolkit(body, context) ?? this.#signBySecret(body, context);
    return { ...delivery, headers: replaceHeaders(headers, signature) };
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

  #signBySecret(body: Uint8Array, context: SignContext): SignatureHeaders {
    try {
      return this.#createVerifier().sign(body, context);
    } catch (error) {
      throw this.#options.explain(plainMessageOf(error));
    }
  }

  /**
   * True if time alone may have made a delivery invalid. It depends on the secret and on the earlier outcome:
   *
   * - The secret accepts the delivery: false.
   * - The secret finds that its timestamp is too old: true.
   * - The secret finds another fault, and the delivery was refused: false. The receiver will say what is wrong.
   * - The secret finds another fault, but the delivery was accepted: true if the scheme has a timestamp. The toolkit
   *   has verified it with a secret that is known to the toolkit alone.
   */
  #isOutdated(delivery: RawDelivery, outcome: InspectorOutcome): boolean {
    const fault = this.#findFault(delivery);
    if (fault === undefined) return false;
    if (fault === "TIMESTAMP_OUT_OF_TOLERANCE") return true;
    if (outcome === "refused") return false;
    return this.#options.receiver().service.parts.scheme.timestamp !== undefined;
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

  #createVerifier(): Verifier {
    const { receiver, secret } = this.#options;
    return createVerifier(receiver().service.parts.scheme, { secrets: [secret] });
  }
}

/** Adds the headers of a signature. One may be there already: that of an older signature, or that of the id. */
function replaceHeaders(headers: HeaderList, changed: SignatureHeaders): HeaderList {
  const names = new Set(Object.keys(changed).map((name) => name.toLowerCase()));
  return [
    ...headers.filter(([name]) => !names.has(name.toLowerCase())),
    ...Object.entries(changed),
  ];
}

// ---- Types

export interface SignerOptions {
  readonly receiver: () => DevReceiver;
  /** Signs where the toolkit cannot: its secrets are looked up, or only verify. */
  readonly secret: string;
  /** Creates the error for a delivery that neither the toolkit nor the secret can sign. */
  readonly explain: (fault: string) => CommandError;
}

/** Headers by their names. */
type SignatureHeaders = Readonly<Record<string, string>>;

/** Delivery with the id that some schemes sign. */
export interface KeptDelivery extends RawDelivery {
  readonly id: string;
}
