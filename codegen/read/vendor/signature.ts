/** Checks and reads the signature scheme of deliveries. */
import type { SignatureDescription } from "../../../src/catalog/signatures.js";
import { planSignature } from "../../../src/receive/signatures/plan/plan.js";
import { describeStandardWebhooks, PRESETS } from "../../../src/receive/signatures/plan/presets.js";
import { isMap } from "../../model/json.js";
import type { Path, YamlDocument } from "../documents/yaml-document.js";

/** Complains about a contradictory description, and a prefix that its preset does not have. */
export function checkSignature(document: YamlDocument, value: unknown): void {
  if (isMap(value) && "prefix" in value && value["preset"] !== "standard-webhooks") {
    const message = `The preset is \`${String(value["preset"])}\`; expected \`standard-webhooks\`, the only one with a prefix.`;
    document.complain([...SIGNATURE, "preset"], { message });
    return;
  }
  try {
    planSignature(readSignature(value));
  } catch (error) {
    // Another error is a violation of the format, which is reported at its place.
    if (!(error instanceof TypeError) || !/^The (?:scheme's|placeholder)/.test(error.message))
      return;
    document.complain(SIGNATURE, { message: error.message, atKey: true });
  }
}

const SIGNATURE: Path = ["webhooks", "signature"];

/** Reads a validated entry. Replaces presets by their descriptions. */
export function readSignature(value: unknown): SignatureDescription {
  const entry = value as SignatureEntry; // validated
  if (typeof entry === "string") return PRESETS[entry];
  if (!("preset" in entry)) return entry;
  const { preset, prefix } = entry;
  return prefix === undefined ? PRESETS[preset] : describeStandardWebhooks(prefix);
}

/** `signature` of `vendor.yaml`: a preset, one with a header prefix, or a description. */
type SignatureEntry =
  | keyof typeof PRESETS
  | { readonly preset: keyof typeof PRESETS; readonly prefix?: string }
  | SignatureDescription;
