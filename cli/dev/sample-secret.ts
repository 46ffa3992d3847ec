/** Makes secrets for development, in the form that a scheme expects. */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { SignatureScheme } from "../../src/signatures/types.js";

/** Makes a secret that can sign and verify: a private key where the service signs with one. */
export function createSampleSecret({ use, secretPrefix = "" }: SignatureScheme): string {
  if (use.name === "ed25519") return toPem(generateKeyPairSync("ed25519").privateKey);
  if (use.name === "ecdsa-p256-sha256")
    return toPem(generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey);
  // Hexadecimal digits are also valid base64, so a scheme can decode either.
  return secretPrefix + randomBytes(16).toString("hex");
}

function toPem(key: ReturnType<typeof generateKeyPairSync>["privateKey"]): string {
  return key.export({ format: "pem", type: "pkcs8" }).toString();
}
