/** Tries changed deliveries until the search has cost too much. */
import type { AlgorithmName } from "../../../catalog/signatures.js";
import { acceptAnyPort, readHeader, readUrlPieces } from "../readers.js";
import { ALGORITHMS, findRefusal } from "../scheme.js";
import type {
  Algorithm,
  DeliveryContext,
  DeliveryHeaders,
  SignatureKey,
  SignatureRefusal,
  SignatureScheme,
} from "../types.js";
import { createSchemeKeys, listSignatures } from "./any-form.js";

const MAX_TRIALS = 2_000;
/** In bytes. */
const MAX_HASHED = 256 * 1024 * 1024;

export class Trials {
  /** Keys of the well-formed secrets in force. */
  readonly keys: readonly SignatureKey[];
  readonly context: DeliveryContext;
  readonly #delivery: RefusedDelivery;
  #count = 0;
  #hashed = 0;

  constructor(delivery: RefusedDelivery) {
    const { scheme, secrets, url, method = "POST" } = delivery;
    this.#delivery = delivery;
    this.keys = secrets.flatMap((secret) => createSchemeKeys(scheme, secret));
    this.context = { url, method };
  }

  /** True once no more trials are made. */
  get isSpent(): boolean {
    return this.#count >= MAX_TRIALS || this.#hashed >= MAX_HASHED;
  }

  /** Judges the unchanged delivery by a scheme. */
  judge(scheme: SignatureScheme): SignatureRefusal | undefined {
    const { secrets, body, headers, now, tolerance, url = "" } = this.#delivery;
    const keys = secrets.flatMap((secret) => createSchemeKeys(scheme, secret));
    // The tolerance is meant for the scheme of the delivery alone.
    const hasTolerance = scheme === this.#delivery.scheme;
    const context = { ...this.context, url, now, ...(hasTolerance && { tolerance }) };
    this.#spend(body);
    try {
      return findRefusal(scheme, keys, body, headers, context);
    } catch {
      return "SIGNATURE_MALFORMED";
    }
  }

  /** True if the header holds, in any form, a signature of the changed delivery. */
  accepts(change: DeliveryChange): boolean {
    const changed = { ...this.#delivery, keys: this.keys, ...change };
    const { scheme, body, headers, keys, url, algorithm = scheme.use.name } = changed;
    const signatures = this.listSignatures(algorithm, headers);
    if (keys.length === 0 || signatures.length === 0) return false;
    this.#spend(body);
    if (this.isSpent) return false;
    const use =
      change.algorithm === undefined ? scheme.use : adaptAlgorithm(ALGORITHMS[algorithm], scheme);
    const context = { ...this.context, url };
    try {
      const read = (name: string) => scheme.read(name, headers, body, context, scheme);
      const content = scheme.readContent(scheme.content, read, body);
      return content !== undefined && use.matches(keys, content, signatures, scheme.encoding);
    } catch {
      return false; // the scheme cannot read the delivery
    }
  }

  listSignatures(algorithm: AlgorithmName, headers = this.#delivery.headers): readonly string[] {
    const { header, encoding } = this.#delivery.scheme;
    return listSignatures(readHeader(header, headers) ?? "", algorithm, encoding);
  }

  #spend(body: Uint8Array): void {
    this.#count++;
    this.#hashed += body.length;
  }
}

/** Adapts another algorithm as the scheme adapts its own. */
function adaptAlgorithm(use: Algorithm, { readContent }: SignatureScheme): Algorithm {
  return readContent === readUrlPieces ? acceptAnyPort(use) : use;
}

// ---- Types

/** Delivery that may have been refused, and what it was verified with. */
export interface RefusedDelivery {
  readonly scheme: SignatureScheme;
  /** Secrets in force, as the program has them. */
  readonly secrets: readonly (string | Uint8Array)[];
  /** Other secrets that the service may sign with, by a name to show. */
  readonly otherSecrets?: Readonly<Record<string, string>> | undefined;
  readonly body: Uint8Array;
  readonly headers: DeliveryHeaders;
  /** The URL, if it is known. Some schemes sign it. */
  readonly url?: string | undefined;
  /** Default: `POST`. */
  readonly method?: string | undefined;
  /** Time of its arrival, in milliseconds since 1970. Default: now. */
  readonly now?: number | undefined;
  /** In milliseconds. Default: the scheme's. */
  readonly tolerance?: number | undefined;
}

/** Change of the delivery that a trial makes. */
export interface DeliveryChange {
  readonly body?: Uint8Array;
  readonly url?: string;
  readonly keys?: readonly SignatureKey[];
  readonly algorithm?: AlgorithmName;
  readonly headers?: DeliveryHeaders;
}
