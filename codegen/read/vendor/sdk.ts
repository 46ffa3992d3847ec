/** Checks and reads the class of the SDK in `vendor.yaml`, with its options. */
import type { CredentialOption, MethodArguments, SentOption } from "../../../src/catalog/sdk.js";
import { isObjectMember } from "../../model/calls.js";
import { entriesOf, isMap, type JsonMap } from "../../model/json.js";
import { OAUTH_FLOWS, type OAuthFlow } from "../../model/client.js";
import type { VendorSdk } from "../../model/model.js";
import { toCamelCase, toKebabCase, toPascalCase, toSnakeCase } from "../../model/names.js";
import { listSchemes, nameOfScheme } from "./credentials.js";
import { type Path, valueAt, type YamlDocument } from "../documents/yaml-document.js";

/** Complains about options with the same name, and about options that are not sent. */
export function checkSdk(document: YamlDocument): void {
  const vendor = isMap(document.value) ? document.value : {};
  const placeOf = new Map<string, string>();
  for (const [path, name, isKey] of listOptionNames(vendor)) {
    const place = path.join(".");
    const first = placeOf.get(name);
    const taken =
      first === undefined ? explainTakenOption(name, vendor["surface"]) : `as at \`${first}\``;
    if (first === undefined) placeOf.set(name, place);
    if (taken === undefined) continue;
    const message = `The option is \`${name}\`, ${taken}; expected another name.`;
    document.complain(path, { message, atKey: isKey });
  }
  for (const [name, option] of entriesOf(vendor["options"])) {
    if (!isMap(option)) continue;
    const kinds = ["header", "query"].filter((kind) => kind in option);
    if (kinds.length === 1) continue;
    const got = kinds.length === 0 ? "neither" : "both";
    const message = `The option has ${got} of \`header\` and \`query\`; expected one of them.`;
    document.complain(["options", name], { message, atKey: true });
  }
}

/** The names of options in the YAML, each with its path. */
function listOptionNames(
  vendor: JsonMap,
): readonly (readonly [path: Path, name: string, isKey: boolean])[] {
  const { auth, options, webhooks } = vendor;
  const optionAt = (path: Path, holder: unknown) => {
    const name = valueAt(holder, "option");
    return typeof name === "string" ? [[[...path, "option"], name, false] as const] : [];
  };
  return [
    ...listSchemes(auth).flatMap(([path, scheme]) => [
      ...optionAt(path, scheme),
      ...["password", "clientId", "clientSecret"].flatMap((key) =>
        optionAt([...path, key], scheme[key]),
      ),
    ]),
    ...entriesOf(options).map(([name]) => [["options", name], name, true] as const),
    ...optionAt(["webhooks", "secret"], valueAt(webhooks, "secret")),
  ];
}

/**
 * Reads the class of the SDK, and adds the defaults.
 * @param hasDeliveries Set if the class can verify deliveries.
 */
export function readSdk({ value }: YamlDocument, hasDeliveries: boolean): VendorSdk {
  const entry = value as SdkEntry; // validated
  const { name, title, arguments: form = "object", surface, models } = entry;
  const { environments, options } = entry;
  const chosenNames = listOptionNames(value as JsonMap).map(([, option]) => option); // validated
  const nameOption = createOptionNaming(name, surface, chosenNames);
  const credentials = readCredentials(entry, nameOption);
  const sent = Object.entries(options ?? {}).map(([option, sentOption]) =>
    readSent(option, sentOption, sentOption.env ?? toEnv(name, option)),
  );
  const webhookSecret = hasDeliveries && nameOption(entry.webhooks?.secret ?? {}, "webhookSecret");
  const texts = listOptionTexts(entry, credentials);
  return {
    name: entry.class ?? toClass(title),
    arguments: form,
    ...(surface && { surface }),
    ...(models && { models: { ...models } }),
    credentials,
    ...(sent.length > 0 && { sent }),
    ...(environments && { environments: { ...environments } }),
    ...(webhookSecret && { webhookSecret }),
    ...(Object.keys(texts).length > 0 && { optionTexts: texts }),
  };
}

/**
 * Creates a function that names one option after the other: as the YAML does, or else by the default name,
 * or a similar one that no other option has.
 */
function createOptionNaming(
  vendor: string,
  surface: SdkEntry["surface"],
  chosenNames: readonly string[],
): NameOption {
  const taken = new Set(chosenNames);
  const isTaken = (option: string): boolean =>
    taken.has(option) || explainTakenOption(option, surface) !== undefined;
  return ({ option: chosenName, env }, defaultName) => {
    let option = chosenName ?? defaultName;
    for (let number = 2; chosenName === undefined && isTaken(option); number += 1)
      option = `${defaultName}${number === 2 ? "Key" : number}`;
    taken.add(option);
    return { option, env: env ?? toEnv(vendor, option) };
  };
}

/** The options of each scheme. The default scheme is a bearer token. */
function readCredentials({ auth }: SdkEntry, nameOption: NameOption): readonly CredentialOption[] {
  const schemes = listSchemes(auth ?? { bearer: true });
  return schemes.map((located) => {
    const scheme = nameOfScheme(located);
    const entry = located[1] as OptionEntry; // validated
    const { password, oauth2, flows = OAUTH_FLOWS } = entry;
    const nameOfOnly = oauth2 === undefined ? "apiKey" : "accessToken";
    const defaultName = schemes.length === 1 ? nameOfOnly : toOptionName(scheme);
    return {
      ...nameOption(entry, defaultName),
      scheme,
      ...(password && { password: nameOption(password, "password") }),
      ...(oauth2 !== undefined &&
        flows.includes("clientCredentials") && {
          client: {
            id: nameOption(entry.clientId ?? {}, "clientId"),
            secret: nameOption(entry.clientSecret ?? {}, "clientSecret"),
          },
        }),
    };
  });
}

/** Converts `X-Org-ID` and `x_org_id` to `xOrgId`. */
function toOptionName(text: string): string {
  return toCamelCase(toKebabCase(text)).replace(/_$/, "");
}

/** The environment variable of an option: `ACME_API_KEY`. */
function toEnv(vendor: string, option: string): string {
  return `${vendor}_${toSnakeCase(option)}`.toUpperCase();
}

/** An option that is sent with every request. */
function readSent(option: string, { header, query }: OptionEntry, env: string): SentOption {
  return header === undefined
    ? { option, env, in: "query", key: query ?? "" }
    : { option, env, in: "header", key: header.toLowerCase() };
}

/** The descriptions of options, by their names. */
function listOptionTexts(
  { auth, options }: SdkEntry,
  credentials: readonly CredentialOption[],
): Readonly<Record<string, string>> {
  const schemes = new Map(listSchemes(auth).map((scheme) => [nameOfScheme(scheme), scheme[1]]));
  const texts = [
    ...credentials.map(({ option, scheme }) => [option, schemes.get(scheme)?.["description"]]),
    ...Object.entries(options ?? {}).map(([option, { description }]) => [option, description]),
  ] as const;
  const described = texts.filter(([, text]) => text !== undefined);
  return Object.fromEntries(described) as Record<string, string>; // validated
}

/** The reason that an option cannot have a name; `undefined` if it can. */
export function explainTakenOption(name: string, surface: unknown): string | undefined {
  if (isObjectMember(name)) return "which has a meaning for every object";
  if (CLIENT_OPTIONS.has(name)) return "which is an option of every client";
  const isTaken = surface === "stainless" && STAINLESS_OPTIONS.has(name);
  return isTaken ? "which is an option of every class with this surface" : undefined;
}

/** The options of `createClient`, and `environment`. */
export const CLIENT_OPTIONS: ReadonlySet<string> = new Set(
  (
    "auth baseUrl concurrency defaults environment fetch headers idempotency maxRetryDelay now " +
    "onInvalid onRateLimit onRequest onResponse onRetry retry schemas signal sleep timeout validation"
  ).split(" "),
);

/** Further options of a class with the surface of an SDK by Stainless. */
const STAINLESS_OPTIONS: ReadonlySet<string> = new Set(
  "baseURL dangerouslyAllowBrowser defaultHeaders defaultQuery fetchOptions logger logLevel maxRetries".split(
    " ",
  ),
);

/** Derives the name of the class from a title. It begins with a letter. */
export function toClass(title: string): string {
  const ascii = title.normalize("NFKD").replace(/[^\x20-\x7e]+/g, "");
  const name = toPascalCase(ascii).replace(/^_+/, "");
  return /^[A-Z]/.test(name) ? name : `Api${name}`;
}

// ---- Types

/** The keys of `vendor.yaml` about the class, as `vendor.schema.json` describes them. */
interface SdkEntry {
  readonly name: string;
  readonly title: string;
  readonly class?: string;
  readonly arguments?: MethodArguments;
  readonly surface?: "stainless";
  readonly models?: Readonly<Record<string, string>>;
  readonly environments?: Readonly<Record<string, string>>;
  readonly options?: Readonly<Record<string, OptionEntry>>;
  readonly auth?: JsonMap;
  readonly webhooks?: { readonly secret?: OptionEntry };
}

/** An option of the class: a credential, a part of one, a secret, or what is sent with every request. */
interface OptionEntry {
  readonly option?: string;
  readonly env?: string;
  readonly description?: string;
  readonly header?: string;
  readonly query?: string;
  readonly password?: OptionEntry;
  readonly oauth2?: string;
  readonly flows?: readonly OAuthFlow[];
  readonly clientId?: OptionEntry;
  readonly clientSecret?: OptionEntry;
}

/** Names an option and its environment variable. */
type NameOption = (entry: OptionEntry, defaultName: string) => { option: string; env: string };
