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

/** Adds options to the schemes of `vendor.yaml`; `undefined` if there is nothing to add. */
function addCredentials(
  { security: { auth, schemes }, present, notes }: VendorSource,
  options: readonly NamedOption[],
): JsonMap | undefined {
  const known = auth ?? (isMap(present["auth"]) ? present["auth"] : { bearer: true });
  const isSingle = Object.values(known).some((each) => !isMap(each));
  let added: JsonMap = known;
  for (const each of options) {
    const name = schemes.get(each.scheme ?? "");
    const entry: Json = isSingle ? added : added[name ?? ""];
    if (name === undefined || !isMap(entry)) {
      loseOption(each, "since its security scheme is not imported", notes);
      continue;
    }
    const next = addOption(entry, each);
    if (next === undefined) {
      if (!isMap(present["auth"])) loseOption(each, "since its security scheme has one", notes);
      continue;
    }
    added = isSingle ? next : { ...added, [name]: next };
  }
  return added === known ? undefined : added;
}

/** Keys of an OAuth 2 scheme, by the role of an option. */
const CLIENT_ROLES: ReadonlyMap<string, string> = new Map([
  ["client_id", "clientId"],
  ["client_secret", "clientSecret"],
]);

/** Adds an option to a scheme; `undefined` if the scheme has one already, or cannot have it. */
function addOption(entry: JsonMap, each: NamedOption): JsonMap | undefined {
  if (each.role === "password" && entry["basic"] === true)
    return "password" in entry ? undefined : { ...entry, password: nameOption(each) };
  const ofClient = CLIENT_ROLES.get(each.role ?? "");
  if (ofClient !== undefined) {
    const isTaken = !("oauth2" in entry) || ofClient in entry;
    return isTaken ? undefined : { ...entry, [ofClient]: nameOption(each) };
  }
  if ("option" in entry) return undefined;
  const { password, ...withoutPassword } = entry;
  const described = withoutUndefined({ description: each.text, password });
  return { ...withoutPassword, ...nameOption(each), ...described };
}

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
