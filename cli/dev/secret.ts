/** The secret of `dev`: the one that the command line names, or a new one in the form that the scheme expects. */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { createSignatureKey } from "../../src/receive/signatures/scheme.js";
import type { SignatureScheme } from "../../src/receive/signatures/types.js";
import { CommandError, plainMessageOf } from "../io/errors.js";
import type { CliIo } from "../io/io.js";
import { readSecret } from "../io/secrets.js";
import type { DevValues } from "./settings.js";

/** The secret that verifies and signs deliveries. */
export interface DevSecret {
  readonly text: string;
  /** True for one that was made for this run. */
  readonly isSample: boolean;
}

export async function findSecret(
  values: DevValues,
  scheme: SignatureScheme,
  io: CliIo,
): Promise<DevSecret> {
  const isGiven =
    values.secret !== undefined ||
    values["secret-file"] !== undefined ||
    Boolean(io.env["WEBHOOK_SECRET"]);
  const text = isGiven ? await readSecret(values, io) : createSampleSecret(scheme);
  return { text, isSample: !isGiven };
}

/** Returns the reason why a secret is none of a scheme; `undefined` for one that is. */
export function findSecretFault({ text }: DevSecret, scheme: SignatureScheme): string | undefined {
  try {
    createSignatureKey(scheme, text);
    return undefined;
  } catch (error) {
    return plainMessageOf(error);
  }
}

/** @param title The service whose secret it should be. */
export function explainSecret(fault: string, values: DevValues, title: string): CommandError {
  return new CommandError(
    `The secret in ${nameSecretPlace(values)} does not fit ${title}: ${fault} Set the one that the service shows, or none to get a new one.`,
  );
}

/**
 * @param fault The reason why nothing can be signed with the secret.
 * @param title The service whose deliveries are to be signed.
 */
export function explainUnsigned(fault: string, values: DevValues, title: string): CommandError {
  return new CommandError(
    `The secret in ${nameSecretPlace(values)} cannot sign deliveries of ${title}: ${fault} Set one that signs: the secret that the service shows, or the private key for a public one.`,
  );
}

function nameSecretPlace({ secret, "secret-file": file }: DevValues): string {
  return secret === undefined ? (file ?? "the variable WEBHOOK_SECRET") : "--secret";
}

/** Makes a secret that can sign and verify: a private key where the service signs with one. */
function createSampleSecret({ use, secretPrefix = "" }: SignatureScheme): string {
  if (use.name === "ed25519") return toPem(generateKeyPairSync("ed25519").privateKey);
  if (use.name === "ecdsa-p256-sha256")
    return toPem(generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey);
  // Hexadecimal digits are also valid base64, so a scheme can decode either.
  return secretPrefix + randomBytes(16).toString("hex");
}

function toPem(key: ReturnType<typeof generateKeyPairSync>["privateKey"]): string {
  return key.export({ format: "pem", type: "pkcs8" }).toString();
}
