/** Deliveries that tests sign as the services of the presets do. */
import { generateKeyPairSync } from "node:crypto";
import { PRESETS } from "../../../src/receive/signatures/plan/presets.js";
import type { SignatureDescription } from "../../../src/catalog/signatures.js";

/** When all deliveries of the tests are sent and received, in milliseconds. */
export const NOW = 1_763_769_600_000;

export const URL = "https://receiver.example/hooks?tenant=1";

export type PresetName = keyof typeof PRESETS;

/** The facts that a test needs to play a service. */
export interface Sample {
  readonly name: PresetName;
  readonly description: SignatureDescription;
  readonly secret: string;
  readonly otherSecret: string;
  readonly body: string;
  /** That of both bodies. */
  readonly contentType: string;
  /** Another body, with all that the scheme reads in it. */
  readonly otherBody: string;
}

const ed25519 = privateKeys("ed25519");
const ecdsa = privateKeys("ec");

const SECRETS: Readonly<Record<string, readonly [secret: string, other: string]>> = {
  "standard-webhooks": [
    `whsec_${Buffer.alloc(24, 1).toString("base64")}`,
    `whsec_${Buffer.alloc(24, 2).toString("base64")}`,
  ],
  discord: ed25519,
  sendgrid: ecdsa,
};

const FORMS: Readonly<Record<string, readonly [body: string, other: string]>> = {
  twilio: ["From=%2B1415&Body=a+b&To=%2B1800", "From=%2B1415&Body=b+a&To=%2B1800"],
};

/** What services send that send no form. The time is that of services that sign it in the body. */
const JSON_BODIES = [
  JSON.stringify({ event: "déjà 🎉", webhookTimestamp: NOW }),
  JSON.stringify({ event: "other", webhookTimestamp: NOW }),
] as const;

export const SAMPLES: readonly Sample[] = (Object.keys(PRESETS) as PresetName[]).map((name) => {
  const [secret, otherSecret] = SECRETS[name] ?? ["It's a secret", "It's another secret"];
  const form = FORMS[name];
  const [body, otherBody] = form ?? JSON_BODIES;
  const contentType = form ? "application/x-www-form-urlencoded" : "application/json";
  return { name, description: PRESETS[name], secret, otherSecret, body, contentType, otherBody };
});

function privateKeys(type: "ed25519" | "ec"): readonly [string, string] {
  const generate = () => {
    // The overloads take each type by itself.
    const { privateKey } =
      type === "ec"
        ? generateKeyPairSync("ec", { namedCurve: "prime256v1" })
        : generateKeyPairSync("ed25519");
    return privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  };
  return [generate(), generate()];
}
