/** Tries changed deliveries until the search has cost too much. */
import type { AlgorithmName } from "../../../catalog/signatures.js";
import { ALGORITHMS } from "../algorithms.js";
import { acceptAnyPort, readUrlPieces } from "../any-port.js";
import { readHeader } from "../readers.js";
import { findRefusal } from "../scheme.js";
import type {
  Algorithm,
  DeliveryContext,
  DeliveryHeaders,
  SignatureKey,
  SignatureRefusal,
  SignatureScheme,
} from "../types.js";
import { createSchemeKeys } from "./secret-keys.js";
import { listSignatures } from "./sent-signatures.js";

/** The trials of one delivery. Each counts with the bytes of its body, which are hashed. */
export class Trials {
  /** Keys of the well-formed secrets in force; a malformed one has none. */
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
    const isOwnScheme = scheme === this.#delivery.scheme;
    // The tolerance is meant for the scheme of the delivery alone; others have their own.
    const context = { ...this.context, url, now, tolerance: isOwnScheme ? tolerance : undefined };
    this.#spend(body);
    try {
      return findRefusal(scheme, keys, body, headers, context);
    } catch {
      return "SIGNATURE_MALFORMED";
    }
  }

  /** True if the header holds, in any form, a signature of the changed delivery. */
  accepts(change: DeliveryChange): boolean {
    const { scheme } = this.#delivery;
    const { body, headers, url } = { ...this.#delivery, ...change };
    const { keys = this.keys, algorithm } = change;
    const use =
      algorithm === undefined ? scheme.use : adaptAlgorithm(ALGORITHMS[algorithm], scheme);
    const signatures = this.listSignatures(use.name, headers);
    if (keys.length === 0 || signatures.length === 0) return false;
    this.#spend(body);
    if (this.isSpent) return false;
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

const MAX_TRIALS = 2_000;

/** In bytes. */
const MAX_HASHED = 256 * 1024 * 1024;

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

/** Change of the delivery that a trial makes. What is left out stays as it came. */
export interface DeliveryChange {
  readonly body?: Uint8Array;
  readonly url?: string;
  readonly keys?: readonly SignatureKey[];
  readonly algorithm?: AlgorithmName;
  readonly headers?: DeliveryHeaders;
}
