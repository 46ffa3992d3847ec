/** Prints the module of signature schemes: a constant for each preset, with its plan and its code. */
import type { SignatureDescription } from "../../src/catalog/signatures.js";
import { planSignature } from "../../src/receive/signatures/plan/plan.js";
import { DELIVERIES, PRESETS } from "../../src/receive/signatures/plan/presets.js";
import { listSchemeCode } from "../../src/receive/signatures/plan/scheme-code.js";
import * as algorithms from "../../src/receive/signatures/algorithms.js";
import * as anyPort from "../../src/receive/signatures/any-port.js";
import * as readers from "../../src/receive/signatures/readers.js";
import * as secrets from "../../src/receive/signatures/secrets.js";

/** @param notes The documentation of the constant of each preset. */
export function printSchemesModule(notes: Readonly<Record<PresetName, string>>): string {
  const names = Object.keys(PRESETS) as readonly PresetName[]; // an object in the sources has no others
  const schemes = names
    .map((name) => printScheme(name, notes[name]))
    .sort()
    .join("\n\n");
  const imports = Object.entries(MODULES).map(([path, module]) =>
    printImport(path, module, schemes),
  );
  return `// Written by \`npx tsx scripts/write-schemes.ts\` from plan/presets.ts. Do not edit.

${imports.join("\n")}
import type { SignatureScheme } from "./types.js";

/*
 * The presets, each with the code that it needs. Every scheme is a constant without side effects, so
 * that a bundle holds only those that are imported. The sources are in plan/presets.ts.
 */

${schemes}
`;
}

/** The modules with the code of schemes. */
const MODULES: Readonly<Record<string, object>> = {
  "./algorithms.js": algorithms,
  "./any-port.js": anyPort,
  "./readers.js": readers,
  "./secrets.js": secrets,
};

/** Imports what the printed schemes name. */
function printImport(path: string, module: object, schemes: string): string {
  const names = Object.keys(module).filter((name) => new RegExp(`\\b${name}\\b`).test(schemes));
  return `import { ${names.sort().join(", ")} } from "${path}";`;
}

function printScheme(name: PresetName, note: string): string {
  const preset: SignatureDescription = PRESETS[name];
  const plan = planSignature(preset);
  const { algorithm, adapt, parts, placeholders } = listSchemeCode(preset, plan);
  const use = adapt === undefined ? algorithm : `/* @__PURE__ */ ${adapt}(${algorithm})`;
  const readPlaceholders = Object.entries(placeholders).map(
    ([key, value]) => `"${key}": ${value},`,
  );
  const lines = [
    ...Object.entries(plan).map(([key, value]) => `${key}: ${printValue(value)},`),
    `use: ${use},`,
    ...Object.entries(parts).map(([key, value]) => `${key}: ${value},`),
    ...(readPlaceholders.length > 0 ? [`placeholders: { ${readPlaceholders.join(" ")} },`] : []),
    `deliveries: ${JSON.stringify(DELIVERIES[name])},`,
  ];
  return `/** ${note} */
export const ${toIdentifier(name)}: SignatureScheme = {
${lines.join("\n")}
};`;
}

/** Makes the name of a constant of that of a preset: `standardWebhooks` of `standard-webhooks`. */
export function toIdentifier(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function printValue(value: unknown): string {
  return value instanceof RegExp ? String(value) : JSON.stringify(value);
}

export type PresetName = keyof typeof PRESETS;
