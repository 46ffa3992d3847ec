import type { Algorithm } from "./algorithms.js";
import type { Content, SignatureDescription, SignedDelivery } from "./description.js";
import { planSignatures, type SignaturePlan } from "./plan.js";

/** Reads one piece of what is signed; `undefined` when the delivery does not have it. */
export type PlaceholderReader = (delivery: SignedDelivery) => string | Uint8Array | undefined;

/** The code that a scheme needs. It is passed in, so that a bundle holds no other. */
export interface SchemeParts {
  readonly use: Algorithm;
  /** Readers of placeholders, but for `body`, `id` and `timestamp`. */
  readonly placeholders?: Readonly<Record<string, PlaceholderReader>>;
  /** Reads the timestamp from the body, where the description says so. */
  readonly readTimestamp?: (body: string | Uint8Array, path: string) => string | undefined;
}

/** How one service signs: a plan, and the code that carries it out. */
export interface SignatureScheme extends SignaturePlan, SchemeParts {}

declare const OPAQUE: unique symbol;

/** A secret that is ready for use with one scheme. */
export interface SignatureKey {
  readonly [OPAQUE]: never;
}

/** @throws TypeError for a description that contradicts itself, or does not go with the parts. */
export function createSignatureScheme(
  description: SignatureDescription,
  parts: SchemeParts,
): SignatureScheme {
  const plan = planSignatures(description);
  const { use, placeholders = {}, readTimestamp } = parts;
  if (use.name !== plan.algorithm) {
    throw new TypeError(`The scheme's code is for ${use.name}; expected it for ${plan.algorithm}.`);
  }
  checkPlaceholders(plan, Object.keys(placeholders));
  if (plan.timestampPath !== undefined && readTimestamp === undefined) {
    throw new TypeError("The scheme's code does not read a timestamp from the body.");
  }
  return { ...plan, ...parts };
}

function checkPlaceholders(plan: SignaturePlan, others: readonly string[]): void {
  const hasTimestamp = plan.timestampHeader !== undefined || plan.format.includes("{timestamp}");
  const known = ["body", ...others];
  if (plan.idHeader !== undefined) known.push("id");
  if (hasTimestamp) known.push("timestamp");
  const names = plan.content.filter((_, index) => index % 2 === 1);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const list = known.map((name) => `\`{${name}}\``).join(", ");
    throw new TypeError(
      `The placeholder \`{${unknown}}\` in \`content\` is unknown; expected one of ${list}.`,
    );
  }
  // Whoever has one good delivery could send it again with a new time.
  if (hasTimestamp && !names.includes("timestamp")) {
    throw new TypeError("The scheme's timestamp is not signed; expected it in `content`.");
  }
}

/**
 * Makes secrets ready for use. All of them are tried on each delivery.
 * @throws TypeError for a secret that cannot be one of the scheme; the message does not hold it.
 */
export function createSignatureKeys(
  { use, secret: description }: SignatureScheme,
  secrets: readonly (string | Uint8Array)[],
): readonly SignatureKey[] {
  // Opaque: only the algorithm that made a key looks into it.
  return secrets.map((secret) => use.createKey(secret, description) as SignatureKey);
}

/** What is signed of a delivery; `undefined` when a part of it is missing. */
export function readContent(
  { content, placeholders }: SignatureScheme,
  delivery: SignedDelivery,
): Content | undefined {
  const pieces: (string | Uint8Array)[] = [];
  let isText = true;
  for (const piece of content) {
    const value = isText ? piece : readPlaceholder(piece, delivery, placeholders);
    if (value === undefined) return undefined;
    if (value !== "") pieces.push(value);
    isText = !isText;
  }
  return pieces;
}

function readPlaceholder(
  name: string,
  delivery: SignedDelivery,
  placeholders: SchemeParts["placeholders"],
): string | Uint8Array | undefined {
  // `checkPlaceholders` has allowed these three names and those of `placeholders` only.
  return placeholders?.[name]?.(delivery) ?? delivery[name as "body" | "id" | "timestamp"];
}
