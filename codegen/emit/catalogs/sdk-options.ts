/** The options of the class, as its constructor takes them and as its instances have them. */
import type { CredentialOption, EnvironmentOption } from "../../../src/catalog/sdk.js";
import type { Vendor } from "../../model/model.js";
import { toTypeKey } from "../../model/names.js";
import { code, exported, joinCode, ofModule } from "../print/module.js";
import { printUnion, toDocComment } from "../print/print.js";
import type { Code } from "../print/types.js";
import { hasOAuth } from "./client-code.js";
import { printSchemeNames } from "./credential-types.js";
import { renameIfDeclared, SDK, surfaceOf } from "./sdk-surface.js";

/** Prints the interface of the options of the constructor. */
export function printOptionsType(vendor: Vendor): Code {
  const { name, surface } = vendor.sdk;
  const members = listConstructorOptions(vendor).map(
    ({ option, text, type }) =>
      code`${toDocComment({ text })}\nreadonly ${toTypeKey(option)}?: ${type};`,
  );
  const grants = hasOAuth(vendor)
    ? code`<${printSchemeNames(vendor)}, ${renameIfDeclared(vendor, ofModule("./client.js").type("OAuthGrants"))}>`
    : "";
  const alias = surface ? code`\n\n${exported("type", "ClientOptions")} = ${name}Options;` : "";
  return code`/** Options of {@link ${name}}: those of its client, and credentials by name. */
${exported("interface", `${name}Options`)} extends ${renameIfDeclared(vendor, surfaceOf(vendor).options)}${grants} {
${joinCode(members, "\n")}
}${alias}`;
}

/** The options as properties of instances, and `withOptions`. */
export function printProperties({ sdk }: Vendor): string {
  const { name, credentials = [], sent = [], webhookSecret } = sdk;
  const options = [
    ...credentials,
    ...credentials.flatMap((credential) =>
      listFurtherOptions(credential).map(({ option }) => option),
    ),
    ...sent,
    ...(webhookSecret ? [webhookSecret] : []),
  ];
  const lines = options.map(({ option }) => `\n  readonly ${toTypeKey(option)}: string | null;`);
  return `${lines.join("")}
  /** A client with other options. */
  withOptions(options: ${name}Options): ${name};`;
}

/** The options in the order in which the interface declares them. */
function listConstructorOptions(vendor: Vendor): readonly Option[] {
  const { credentials = [], sent = [], environments = {}, webhookSecret } = vendor.sdk;
  const credential = code`${renameIfDeclared(vendor, SDK.type("CredentialInput"))}`;
  const texts = new Map(Object.entries(vendor.sdk.optionTexts ?? {}));
  const create = (
    { option, env }: EnvironmentOption,
    defaultText: string,
    type = TEXT,
  ): Option => ({
    option,
    text: `${texts.get(option) ?? defaultText}\n\nDefault: the environment variable ${quoteCode(env)}.`,
    type,
  });
  const names = Object.keys(environments);
  const environment = {
    option: "environment",
    text: `The address by its name. Default: ${quoteCode(names[0] ?? "")}.`,
    type: code`${printUnion(names.map((name) => JSON.stringify(name)))} | undefined`,
  };
  return [
    ...credentials.map((each) =>
      create(each, `The credential ${quoteCode(each.scheme)}.`, credential),
    ),
    ...credentials.flatMap((credential) =>
      listFurtherOptions(credential).map(({ option, text }) => create(option, text)),
    ),
    ...sent.map((each) =>
      create(
        each,
        `Sent with every request, in the ${PLACE_NAMES[each.in]} ${quoteCode(each.key)}.`,
      ),
    ),
    ...(names.length > 0 ? [environment] : []),
    ...(webhookSecret ? [create(webhookSecret, "The secret of deliveries.")] : []),
  ];
}

/** The further options of a scheme: a password, or the two credentials of an OAuth client. */
function listFurtherOptions({
  scheme,
  password,
  client,
}: CredentialOption): readonly FurtherOption[] {
  const name = quoteCode(scheme);
  return [
    ...(password ? [{ option: password, text: `The password of ${name}.` }] : []),
    ...(client
      ? [
          {
            option: client.id,
            text: `The id of the program, which gets the token of ${name}.`,
          },
          {
            option: client.secret,
            text: `The secret of the program, which gets the token of ${name}.`,
          },
        ]
      : []),
  ];
}

/** The type of an option that is text. */
const TEXT = code`string | null | undefined`;

/** The words for the places of options that are sent. */
const PLACE_NAMES = { header: "header", query: "query parameter" } as const;

/** Prints a text as a code span, without backticks of its own. */
function quoteCode(text: string): string {
  return `\`${text.replaceAll("`", "")}\``;
}

// ---- Types

/** An option of the constructor, as it is printed. */
interface Option {
  readonly option: string;
  readonly text: string;
  readonly type: Code;
}

/** An option beside that of a credential, and its default text. */
interface FurtherOption {
  readonly option: EnvironmentOption;
  readonly text: string;
}
