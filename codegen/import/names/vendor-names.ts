/** Converts the class and the options of a file of names to keys of `vendor.yaml`. */
import { isHeaderName } from "../../model/http.js";
import { isMap, type Json, type JsonMap, mapOf } from "../../model/json.js";
import { explainTakenOption } from "../../read/vendor/taken-options.js";
import { toClass } from "../../read/vendor/sdk.js";
import { withoutUndefined } from "../model/description.js";
import type { ImportedSecurity } from "../model/context.js";
import type { Notes } from "../model/notes.js";
import type { NamedModel, NamedOption, NamesFile } from "./types.js";

/** The description with the security of the file in place of its own. */
export function withSecurity(root: JsonMap, { security, securitySchemes }: NamesFile): JsonMap {
  const components = mapOf(root["components"]);
  const known = mapOf(components["securitySchemes"]);
  return {
    ...root,
    ...(security !== undefined && { security }),
    components: { ...components, securitySchemes: { ...known, ...securitySchemes } },
  };
}

/** Reads the keys of the class and its options. Options that cannot be kept are noted. */
export function readVendorNames(source: VendorSource): VendorNames {
  const { file, present, notes } = source;
  const { className, environments, idempotency, secret } = file;
  const options = file.options.filter((each) => {
    const taken = explainTakenOption(each.option, "stainless");
    if (taken !== undefined) loseOption(each, taken, notes);
    return taken === undefined;
  });
  const auth = addCredentials(
    source,
    options.filter(({ scheme }) => scheme !== undefined),
  );
  const ofSecret = options.find(({ key }) => key === secret);
  const furtherOptions = options.filter((each) => each.scheme === undefined && each !== ofSecret);
  const sent = furtherOptions.flatMap((each) => importSent(each, notes));
  return {
    ofClass: {
      ...(className !== undefined && { class: toClass(className) }),
      arguments: file.arguments,
      surface: "stainless",
    },
    environments: environments.length > 1 ? { environments: Object.fromEntries(environments) } : {},
    options: sent.length > 0 ? { options: Object.fromEntries(sent) } : {},
    ...(auth && { auth }),
    ...(idempotency !== undefined &&
      isHeaderName(idempotency) &&
      !("idempotency" in present) && { idempotency: { header: idempotency } }),
    ...(ofSecret && { secret: nameOption(ofSecret) }),
    models: new Map(file.models.map((model) => [model.type, model])),
  };
}

function loseOption({ key }: NamedOption, reason: string, notes: Notes): void {
  notes.lose(`an option of the class, ${reason}`, `client_settings.opts.${key}`);
}

function nameOption({ option, env }: NamedOption): JsonMap {
  return withoutUndefined({ option, env });
}

function importSent(
  each: NamedOption,
  notes: Notes,
): readonly (readonly [option: string, entry: JsonMap])[] {
  const { option, header, query, env, text } = each;
  if (header === undefined ? query === undefined : !isHeaderName(header)) {
    loseOption(each, "which is sent in no header and no query", notes);
    return [];
  }
  const location = header === undefined ? { query } : { header };
  return [[option, withoutUndefined({ ...location, env, description: text })]];
}

/**
 * Adds options to the schemes of `vendor.yaml`; `undefined` if there is nothing to add. The key `auth` is a single
 * scheme, `{ bearer: true }`, or a map of schemes, `{ token: { bearer: true }, login: { basic: true } }`.
 */
function addCredentials(
  { security: { auth, schemes: names }, present, notes }: VendorSource,
  options: readonly NamedOption[],
): JsonMap | undefined {
  const known = auth ?? (isMap(present["auth"]) ? present["auth"] : { bearer: true });
  const isSingle = Object.values(known).some((each) => !isMap(each));
  const schemes = new Map<string, Json>(isSingle ? [[SINGLE, known]] : Object.entries(known));
  let hasAdded = false;
  for (const each of options) {
    const name = names.get(each.scheme ?? "");
    const key = isSingle ? SINGLE : (name ?? "");
    const scheme = schemes.get(key);
    if (name === undefined || !isMap(scheme)) {
      loseOption(each, "since its security scheme is not imported", notes);
      continue;
    }
    const place = placeOf(scheme, each);
    if (canAdd(scheme, place)) {
      schemes.set(key, addOption(scheme, place, each));
      hasAdded = true;
    } else if (!isMap(present["auth"])) {
      loseOption(each, "since its security scheme has one", notes);
    }
  }
  if (!hasAdded) return undefined;
  return isSingle ? mapOf(schemes.get(SINGLE)) : Object.fromEntries(schemes);
}

/** The key of a scheme that is the only one, and has no name in `vendor.yaml`. */
const SINGLE = "";

/** The key of a scheme that names an option: `option` for its credential, or the key of a further one. */
function placeOf(scheme: JsonMap, { role = "" }: NamedOption): OptionPlace {
  if (role === "password") return scheme["basic"] === true ? "password" : "option";
  return CLIENT_ROLES.get(role) ?? "option";
}

/** Keys of an OAuth 2 scheme, by the role of an option. */
const CLIENT_ROLES: ReadonlyMap<string, OptionPlace> = new Map([
  ["client_id", "clientId"],
  ["client_secret", "clientSecret"],
]);

/** Tests whether a scheme can have a key, and does not have it yet. */
function canAdd(scheme: JsonMap, place: OptionPlace): boolean {
  const isOfClient = place === "clientId" || place === "clientSecret";
  return !(place in scheme) && (!isOfClient || "oauth2" in scheme);
}

/** Adds an option to a scheme: `{ basic: true }` becomes `{ basic: true, option: username }`. */
function addOption(scheme: JsonMap, place: OptionPlace, each: NamedOption): JsonMap {
  if (place !== "option") return { ...scheme, [place]: nameOption(each) };
  // The password stays the last key.
  const { password, ...withoutPassword } = scheme;
  const described = withoutUndefined({ description: each.text, password });
  return { ...withoutPassword, ...nameOption(each), ...described };
}

type OptionPlace = "option" | "password" | "clientId" | "clientSecret";

export interface VendorSource {
  readonly file: NamesFile;
  /** The present `vendor.yaml`; empty for a new one. */
  readonly present: JsonMap;
  readonly security: Pick<ImportedSecurity, "auth" | "schemes">;
  readonly notes: Notes;
}

/** Keys of `vendor.yaml`. */
export interface VendorNames {
  readonly ofClass: JsonMap;
  readonly environments: JsonMap;
  readonly options: JsonMap;
  readonly auth?: JsonMap;
  readonly idempotency?: JsonMap;
  /** `secret` of `webhooks`. */
  readonly secret?: JsonMap;
  /** By type. */
  readonly models: ReadonlyMap<string, NamedModel>;
}
