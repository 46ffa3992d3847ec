/** Presets of signatures by the names of the command line: `stripe`, `standard-webhooks:svix`. */
import { createAnyScheme, defineStandardWebhooks } from "../../src/receive/signatures/define.js";
import { DELIVERIES, PRESETS } from "../../src/receive/signatures/plan/presets.js";
import type { SignatureScheme } from "../../src/receive/signatures/types.js";

/** The name of a preset. Standard Webhooks may have another prefix of header names. */
export interface PresetName {
  readonly preset: keyof typeof PRESETS;
  readonly prefix?: string;
}

/** Names of all presets, as a sentence lists them. */
export const PRESET_NAMES = `standard-webhooks:<header prefix>, or one of ${Object.keys(PRESETS).join(", ")}`;

/** Reads the name of a preset; `undefined` for any other text. */
export function parsePresetName(text: string): PresetName | undefined {
  const [preset = "", prefix, ...surplus] = text.split(":");
  if (isPreset(preset) && prefix === undefined) return { preset };
  const takesPrefix = preset === "standard-webhooks" && surplus.length === 0;
  return takesPrefix && prefix ? { preset, prefix } : undefined;
}

/** Makes the scheme of a preset, with what it knows of deliveries. */
export function openPreset({ preset, prefix }: PresetName): SignatureScheme {
  if (prefix !== undefined) return defineStandardWebhooks(prefix);
  return { ...createAnyScheme(PRESETS[preset]), deliveries: DELIVERIES[preset] };
}

function isPreset(name: string): name is keyof typeof PRESETS {
  return Object.hasOwn(PRESETS, name);
}
