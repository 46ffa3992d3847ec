/** The secret of `dev`: the one that is given, or a new one in the form that the scheme expects. */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { SignatureScheme } from "../../src/signatures/types.js";
import { readSecret } from "../io/arguments.js";
import type { CliIo } from "../io/io.js";
import type { Values } from "./settings.js";

/** The secret that verifies and signs deliveries. */
export interface Secret {
  readonly text: string;
  /** True for one that was made for this run. */
  readonly isSample: boolean;
}

export async function findSecret(
  values: Values,
  scheme: SignatureScheme,
  io: CliIo,
): Promise<Secret> {
  const isGiven =
    values.secret !== undefined ||
    values["secret-file"] !== undefined ||
    Boolean(io.env["WEBHOOK_SECRET"]);
  const text = isGiven ? await readSecret(values, io) : createSampleSecret(scheme);
  return { text, isSample: !isGiven };
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
