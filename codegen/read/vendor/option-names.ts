/** The names of the options of the SDK's class: those in `vendor.yaml`, and the defaults of all others. */
import { entriesOf, type JsonMap } from "../../model/json.js";
import type { VendorSdk } from "../../model/model.js";
import { toSnakeCase } from "../../model/yaml-names.js";
import { type Path, valueAt, type YamlDocument } from "../documents/yaml-document.js";
import { listSchemes } from "./credentials.js";
import { explainTakenOption } from "./taken-options.js";

/** Complains about options with the same name, and about names that the class has for something else. */
export function checkOptionNames(document: YamlDocument, vendor: JsonMap): void {
  const firstPlaceOf = new Map<string, string>();
  for (const { path, name, isKey } of listOptionNames(vendor)) {
    const first = firstPlaceOf.get(name);
    const reason =
      first === undefined ? explainTakenOption(name, vendor["surface"]) : `as at \`${first}\``;
    if (first === undefined) firstPlaceOf.set(name, path.join("."));
    if (reason === undefined) continue;
    const message = `The option is \`${name}\`, ${reason}; expected another name.`;
    document.complain(path, { message, atKey: isKey });
  }
}

/** The names of options in the YAML. */
export function listOptionNames({ auth, options, webhooks }: JsonMap): readonly OptionPlace[] {
  return [
    ...listSchemes(auth).flatMap(({ path, scheme }) => [
      ...listChosenName(path, scheme),
      ...["password", "clientId", "clientSecret"].flatMap((key) =>
        listChosenName([...path, key], scheme[key]),
      ),
    ]),
    ...entriesOf(options).map(([name]) => ({ path: ["options", name], name, isKey: true })),
    ...listChosenName(["webhooks", "secret"], valueAt(webhooks, "secret")),
  ];
}

/** The name that an entry gives to its option, if it does. */
function listChosenName(path: Path, entry: unknown): readonly OptionPlace[] {
  const name = valueAt(entry, "option");
  return typeof name === "string" ? [{ path: [...path, "option"], name, isKey: false }] : [];
}

/**
 * Creates a function that names one option after the other: as the YAML does, or else by the default name,
 * or a similar one that no other option has.
 */
export function createOptionNaming(
  vendor: string,
  surface: VendorSdk["surface"],
  chosenNames: readonly string[],
): NameOption {
  const taken = new Set(chosenNames);
  const isTaken = (option: string): boolean =>
    taken.has(option) || explainTakenOption(option, surface) !== undefined;
  return ({ option: chosenName, env }, defaultName) => {
    const option = chosenName ?? findFreeName(defaultName, isTaken);
    taken.add(option);
    return { option, env: env ?? toEnv(vendor, option) };
  };
}

/** Finds the first name that is free: `token`, `tokenKey`, `token3`, `token4` and so on. */
function findFreeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  if (!isTaken(`${name}Key`)) return `${name}Key`;
  let number = 3;
  while (isTaken(`${name}${number}`)) number += 1;
  return `${name}${number}`;
}

/** The environment variable of an option: `ACME_API_KEY`. */
export function toEnv(vendor: string, option: string): string {
  return `${vendor}_${toSnakeCase(option)}`.toUpperCase();
}

// ---- Types

/** The name of an option in `vendor.yaml`. */
interface OptionPlace {
  readonly path: Path;
  readonly name: string;
  /** Set if the name is the last key of the path, and else its value. */
  readonly isKey: boolean;
}

/** An entry of an option, with what it chooses itself. */
export interface OptionEntry {
  readonly option?: string;
  readonly env?: string;
  readonly description?: string;
}

/** Names an option and its environment variable. */
export type NameOption = (
  entry: OptionEntry,
  defaultName: string,
) => { option: string; env: string };
