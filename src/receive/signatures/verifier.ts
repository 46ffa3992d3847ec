/** Verifies and signs deliveries by one scheme, for programs without the toolkit. */
import { expectMethods, readOptions } from "../../base/expect.js";
import { isHashable, readRawPayload } from "./readers.js";
import { createSignatureKey, findRefusal, readTolerance, signPayload } from "./scheme.js";
import type {
  DeliveryContext,
  DeliveryHeaders,
  SignatureKey,
  SignatureRefusal,
  SignatureScheme,
  SignContext,
} from "./types.js";

export interface VerifierOptions {
  /** At least one. A delivery is accepted with any of them, for example while a secret is replaced. */
  readonly secrets: readonly (string | Uint8Array)[];
  /** Largest distance of the timestamp from now, in seconds. Default: the scheme's. */
  readonly tolerance?: number | undefined;
  /** The clock, in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** Verifies and signs deliveries by one scheme (contract E.8, E.9). */
export interface Verifier {
  /**
   * Tells whether a delivery is authentic.
   * @throws TypeError for a body that is not raw, and without the `url` or `method` that is signed.
   */
  verify(body: string | Uint8Array, headers: DeliveryHeaders, context?: DeliveryContext): boolean;
  /**
   * Tells why a delivery is refused; `undefined` if it is authentic.
   * @throws TypeError as `verify` does.
   */
  findRefusal(
    body: string | Uint8Array,
    headers: DeliveryHeaders,
    context?: DeliveryContext,
  ): SignatureRefusal | undefined;
  /**
   * Returns the headers to send with a body, for tests and for services that send webhooks.
   * @throws TypeError if something is missing that the scheme signs, or there is no private key.
   */
  sign(body: string | Uint8Array, context?: SignContext): Record<string, string>;
}

/**
 * Creates a verifier of one scheme.
 * @example
 * const verifier = createVerifier(stripe, { secrets: [secret] });
 * if (!verifier.verify(await request.text(), request.headers)) return refuse();
 * @throws TypeError for anything but a scheme, and for a missing or malformed secret, whose content is not in
 * the message.
 */
export function createVerifier(scheme: SignatureScheme, options: VerifierOptions): Verifier {
  const expected = "a scheme, which this module exports by the name of its service";
  expectMethods<SignatureScheme>(scheme, "The first argument", ["read", "readSecret"], expected);
  const checked = readOptions(options, "The second argument", "an object with `secrets`", {
    secrets: true,
    tolerance: true,
    now: true,
  });
  const { secrets, now = () => Date.now() } = checked;
  const tolerance = readTolerance(checked.tolerance, scheme);
  const keys = expectSecrets(scheme, secrets);
  const find: Verifier["findRefusal"] = (body, headers, { url, method } = {}) =>
    findRefusal(scheme, keys, expectRawBody(body), headers, { url, method, now: now(), tolerance });
  return {
    verify: (body, headers, context) => find(body, headers, context) === undefined,
    findRefusal: find,
    sign: (body, context = {}) => {
      const timestamp = context.timestamp ?? now();
      return signPayload(scheme, keys, expectRawBody(body), { ...context, timestamp });
    },
  };
}

function expectSecrets(scheme: SignatureScheme, secrets: unknown): readonly SignatureKey[] {
  if (Array.isArray(secrets) && secrets.length > 0) {
    return secrets.map((secret) => createSignatureKey(scheme, secret));
  }
  const got = Array.isArray(secrets) ? "an empty array" : `of type ${typeof secrets}`;
  throw new TypeError(`The option \`secrets\` is ${got}; expected an array of secrets.`);
}

/** @throws TypeError for a parsed body, because its bytes are lost. */
function expectRawBody(body: unknown): string | Uint8Array {
  const data = readRawPayload(body);
  // Differs for an `ArrayBuffer`, which the types do not allow.
  if (data !== undefined && data === body && isHashable(data)) return data;
  throw new TypeError(
    `The body is of type ${typeof body}; expected bytes or well-formed Unicode. ` +
      "Verify it as it came, before anything parses it.",
  );
}
