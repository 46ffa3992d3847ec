/** Reads the options of the constructor from a file of names. */
import { entriesOf, type Json, type JsonMap, mapOf } from "../../model/json.js";
import type { Casing } from "./casing.js";
import { collectIgnored } from "./known-keys.js";
import type { NamedOption } from "./types.js";

/**
 * Reads the options of `client_settings`. Adds their keys without meaning to the ignored ones.
 * An option is read from the environment variable that it names, or else from one with the prefix of the client.
 */
export function readOptions(
  { opts, default_env_prefix: prefix }: JsonMap,
  { toCamel }: Casing,
  ignored: string[],
): readonly NamedOption[] {
  return entriesOf(opts).map(([key, entry]) => {
    const settings = mapOf(entry);
    collectIgnored(settings, `client_settings.opts.${key}`, "option", ignored);
    const defaultEnv = typeof prefix === "string" ? toVariable(prefix, key) : undefined;
    return { key, option: toCamel(key), ...readOption(settings, defaultEnv) };
  });
}

/** The environment variable of an option: `ACME_API_KEY` for `apiKey`. */
function toVariable(prefix: string, key: string): string {
  const words = key.replace(/([a-z0-9])([A-Z])/g, "$1_$2").replace(/\W+/g, "_");
  return `${prefix}_${words}`.toUpperCase();
}

function readOption(settings: JsonMap, defaultEnv: string | undefined): OptionTexts {
  const { read_env: env, description: text, send_in_header: header } = settings;
  const { security_scheme: scheme, role } = mapOf(settings["auth"]);
  // With these keys, only some methods send the option: it is no query of each request.
  const isOfMethods = "send_as_path_param" in settings || "send_as_body_param" in settings;
  const query = isOfMethods ? undefined : settings["send_as_query_param"];
  return pickTexts({ env: env ?? defaultEnv, text, scheme, role, header, query });
}

/** The texts that are not empty, without the space around them. */
function pickTexts(values: Readonly<Record<keyof OptionTexts, Json>>): OptionTexts {
  const texts = Object.entries(values).flatMap(([key, value]) =>
    typeof value === "string" && value !== "" ? [[key, value.trim()]] : [],
  );
  return Object.fromEntries(texts) as OptionTexts; // the keys are those of the values
}

/** Tests whether an option holds the secret of deliveries: it is sent nowhere, and named like one. */
export function isWebhookSecret({ key, scheme, header, query }: NamedOption): boolean {
  return scheme === undefined && !header && !query && /webhook.*(?:secret|key)$/i.test(key);
}

type OptionTexts = Omit<NamedOption, "key" | "option">;
