/** Finds another scheme that accepts a delivery: a preset, or Standard Webhooks under other names of headers. */
import { createAnyScheme, defineStandardWebhooks } from "../define.js";
import { PRESETS } from "../plan/presets.js";
import type { DeliveryHeaders, SignatureRefusal, SignatureScheme } from "../types.js";
import { createFinding, type Finding } from "./findings.js";
import { listHeaders } from "./headers.js";

/** Presets by the names that a description of a scheme uses. */
const SCHEMES: ReadonlyMap<string, SignatureScheme> = new Map(
  Object.entries(PRESETS).map(([name, description]) => [name, createAnyScheme(description)]),
);

/**
 * Finds the first other scheme whose signature is right, even if the delivery is too old for it.
 * @param judge verifies the delivery by a scheme.
 */
export function findOtherScheme(
  scheme: SignatureScheme,
  headers: DeliveryHeaders,
  judge: (other: SignatureScheme) => SignatureRefusal | undefined,
): Finding | undefined {
  const schemeText = JSON.stringify(scheme);
  const found = [...SCHEMES, ...listPrefixed(headers)].find(([, other]) => {
    if (JSON.stringify(other) === schemeText || isSameStandard(other, scheme)) return false;
    const fault = judge(other);
    return fault === undefined || fault === "TIMESTAMP_OUT_OF_TOLERANCE";
  });
  if (found === undefined) return undefined;
  return createFinding("OTHER_SCHEME", `The preset \`${found[0]}\` accepts the signature.`);
}

/**
 * Lists Standard Webhooks under the prefixes that the names of the headers have, each with a name: `svix-signature`
 * and `svix-timestamp` have the prefix `svix`.
 */
export function listPrefixed(
  headers: DeliveryHeaders,
): readonly (readonly [string, SignatureScheme])[] {
  const names = new Set(listHeaders(headers).map(([name]) => name));
  return [...names].flatMap((name) => {
    const prefix = /^(.+)-signature$/.exec(name)?.[1];
    if (prefix === undefined || !names.has(`${prefix}-timestamp`)) return [];
    return [[`standard-webhooks of ${prefix}`, defineStandardWebhooks(prefix)] as const];
  });
}

/** True for two descriptions of Standard Webhooks under the same names. */
export function isSameStandard(one: SignatureScheme, other: SignatureScheme): boolean {
  return one.header === other.header && one.id !== undefined && one.id === other.id;
}
