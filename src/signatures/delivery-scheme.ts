import type { Algorithm } from "./algorithms.js";
import type { SignatureKey } from "./scheme.js";
import type { SignContext } from "./sign.js";
import type { HeaderSource } from "./delivery-fields.js";
import type { SignatureFlaw, SignatureRefusal, VerifyContext } from "./verify.js";

/**
 * A signature scheme as the webhook toolkit uses it.
 * @typeParam Received what a signature is read from: its text, or headers.
 * @typeParam Sent what `sign` returns: the text, or headers.
 */
export interface DeliveryScheme<Received, Sent> {
  /** The header with the signature, in lowercase. */
  readonly header: string;
  readonly use: Algorithm;
  /** What is signed, as the plan has it; `undefined` for the body alone. */
  readonly content: readonly string[] | undefined;
  /** In milliseconds; `undefined` where the scheme has no timestamp. */
  readonly tolerance: number | undefined;
  /** @throws TypeError for a secret that cannot be one; the message does not hold it. */
  createKey(secret: unknown): SignatureKey;
  /** Takes from the headers of a request what the other methods need. */
  read(headers: HeaderSource): Received;
  /** Why a delivery is refused before its body is read. */
  findFlaw(received: Received): SignatureFlaw | undefined;
  /** Why a delivery is refused; `undefined` when it is authentic. */
  findRefusal(
    keys: readonly SignatureKey[],
    data: string | Uint8Array,
    received: Received,
    context?: VerifyContext,
  ): SignatureRefusal | undefined;
  /** @throws TypeError for arguments that are no payload or no signature. */
  verify(
    keys: readonly SignatureKey[],
    payload: unknown,
    received: Received,
    context?: VerifyContext,
  ): boolean;
  /** @throws TypeError for what is no payload, or when something is missing that is signed. */
  sign(
    keys: readonly [SignatureKey, ...SignatureKey[]],
    payload: unknown,
    context?: SignContext,
  ): Sent;
}
