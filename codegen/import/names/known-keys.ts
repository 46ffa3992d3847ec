/** Keys of a file of names that have a meaning here. All others are listed for the user as ignored. */
import type { JsonMap } from "../../model/json.js";
import { joinDotted } from "../../model/file-names.js";

/** Adds the keys of a map that have no meaning to the ignored ones, each with the place of the map before it. */
export function collectIgnored(
  map: JsonMap,
  place: string,
  kind: keyof typeof KNOWN_KEYS,
  ignored: string[],
): void {
  const known: readonly string[] = KNOWN_KEYS[kind];
  for (const key of Object.keys(map))
    if (!known.includes(key)) ignored.push(joinDotted(place, key));
}

/** By the kind of the map that has them. */
// prettier-ignore
const KNOWN_KEYS = {
  root: [
    "edition", "organization", "targets", "environments", "resources", "client_settings",
    "custom_casings", "pagination", "security", "security_schemes",
  ],
  organization: ["name"],
  client: ["opts", "idempotency", "default_env_prefix", "client_name", "default_client_name"],
  target: ["edition", "options"],
  targetOptions: ["client_name"],
  resource: ["methods", "models", "subresources", "only", "skip"],
  shared: ["models"],
  method: [
    "endpoint", "type", "only", "skip", "deprecated", "paginated", "body_param_name",
  ],
  unwrapper: ["type", "discriminator", "webhook_key_opt"],
  option: [
    "type", "nullable", "read_env", "description", "auth", "send_in_header", "send_as_query_param",
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;
