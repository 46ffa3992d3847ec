/** Checks and reads the class of the SDK in `vendor.yaml`, with its options. */
import type { CredentialOption, MethodArguments, SentOption } from "../../../src/catalog/sdk.js";
import { entriesOf, isMap, type JsonMap } from "../../model/json.js";
import { OAUTH_FLOWS, type OAuthFlow } from "../../model/client.js";
import type { VendorSdk } from "../../model/model.js";
import { toCamelCase, toPascalCase } from "../../model/names.js";
import { toKebabCase } from "../../model/yaml-names.js";
import type { YamlDocument } from "../documents/yaml-document.js";
import { listSchemes } from "./credentials.js";
import {
  checkOptionNames,
  createOptionNaming,
  listOptionNames,
  type NameOption,
  type OptionEntry,
  toEnv,
} from "./option-names.js";

/** Complains about options with the same name, and about options that are not sent. */
export function checkSdk(document: YamlDocument): void {
  const vendor = isMap(document.value) ? document.value : {};
  checkOptionNames(document, vendor);
  checkSentOptions(document, vendor["options"]);
}

function checkSentOptions(document: YamlDocument, options: unknown): void {
  for (const [name, option] of entriesOf(options)) {
    if (!isMap(option)) continue;
    const kinds = ["header", "query"].filter((kind) => kind in option);
    if (kinds.length === 1) continue;
    const got = kinds.length === 0 ? "neither" : "both";
    const message = `The option has ${got} of \`header\` and \`query\`; expected one of them.`;
    document.complain(["options", name], { message, atKey: true });
  }
}

/**
 * Reads the class of the SDK, and adds the defaults.
 * @param hasDeliveries Set if the class can verify deliveries.
 */
export function readSdk({ value }: YamlDocument, hasDeliveries: boolean): VendorSdk {
  const entry = value as SdkEntry; // validated
  const { name, title, arguments: form = "object", surface, models } = entry;
  const { environments, options } = entry;
  const chosenNames = listOptionNames(value as JsonMap).map((place) => place.name); // validated
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

/** The options of each scheme. The default scheme is a bearer token. */
function readCredentials({ auth }: SdkEntry, nameOption: NameOption): readonly CredentialOption[] {
  const schemes = listSchemes(auth ?? { bearer: true });
  return schemes.map(({ name, scheme }) => {
    const entry = scheme as CredentialEntry; // validated
    const { password, oauth2, flows = OAUTH_FLOWS } = entry;
    const nameOfOnly = oauth2 === undefined ? "apiKey" : "accessToken";
    const defaultName = schemes.length === 1 ? nameOfOnly : toOptionName(name);
    return {
      ...nameOption(entry, defaultName),
      scheme: name,
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

/** An option that is sent with every request. */
function readSent(option: string, { header, query }: SentEntry, env: string): SentOption {
  return header === undefined
    ? { option, env, in: "query", key: query ?? "" }
    : { option, env, in: "header", key: header.toLowerCase() };
}

/** The descriptions of options, by their names. */
function listOptionTexts(
  { auth, options }: SdkEntry,
  credentials: readonly CredentialOption[],
): Readonly<Record<string, string>> {
  const schemes = new Map(listSchemes(auth).map(({ name, scheme }) => [name, scheme]));
  const texts = [
    ...credentials.map(({ option, scheme }) => [option, schemes.get(scheme)?.["description"]]),
    ...Object.entries(options ?? {}).map(([option, { description }]) => [option, description]),
  ] as const;
  const described = texts.filter(([, text]) => text !== undefined);
  return Object.fromEntries(described) as Record<string, string>; // validated
}

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
  readonly options?: Readonly<Record<string, SentEntry>>;
  readonly auth?: JsonMap;
  readonly webhooks?: { readonly secret?: OptionEntry };
}

/** A credential, which is an option of the class, with others for its parts. */
interface CredentialEntry extends OptionEntry {
  readonly password?: OptionEntry;
  readonly oauth2?: string;
  readonly flows?: readonly OAuthFlow[];
  readonly clientId?: OptionEntry;
  readonly clientSecret?: OptionEntry;
}

/** An option that is sent with every request, in a header or in the query. */
interface SentEntry extends OptionEntry {
  readonly header?: string;
  readonly query?: string;
}
