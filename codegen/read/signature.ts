import type { SignatureDescription } from "../../src/catalog/signatures.js";
import { planSignature } from "../../src/signatures/plan/plan.js";
import { describeStandardWebhooks, PRESETS } from "../../src/signatures/plan/presets.js";
import { isYamlMap, type Report, type YamlDocument } from "./yaml-document.js";

/** `signature` of `vendor.yaml`: a preset, one with a header prefix, or a description. */
type SignatureEntry =
  | keyof typeof PRESETS
  | { readonly preset: keyof typeof PRESETS; readonly prefix?: string }
  | SignatureDescription;

const PATH = ["webhooks", "signature"];

/** Reports a description that contradicts itself, and a prefix that its preset does not have. */
export function checkSignature(document: YamlDocument, value: unknown, report: Report): void {
  if (isYamlMap(value) && "prefix" in value && value["preset"] !== "standard-webhooks") {
    const message = `The preset is \`${String(value["preset"])}\`; expected \`standard-webhooks\`, the only one with a prefix.`;
    report(document.diagnose([...PATH, "preset"], { message }));
    return;
  }
  try {
    planSignature(readSignature(value));
  } catch (error) {
    // Another kind of error is a mistake in the format, which is reported where it is.
    if (!(error instanceof TypeError) || !/^The (?:scheme's|placeholder)/.test(error.message))
      return;
    report(document.diagnose(PATH, { message: error.message, atKey: true }));
  }
}

/** Reads a validated entry: presets become the descriptions that they stand for. */
export function readSignature(value: unknown): SignatureDescription {
  const entry = value as SignatureEntry; // validated
  if (typeof entry === "string") return PRESETS[entry];
  if (!("preset" in entry)) return entry;
  const { preset, prefix } = entry;
  return prefix === undefined ? PRESETS[preset] : describeStandardWebhooks(prefix);
}
