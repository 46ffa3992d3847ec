import type { SchemaModel, Vendor, VendorWebhooks } from "../../model/model.js";
import { toTypeKey, toValueKey } from "../../model/names.js";
import { type FileDraft, filesOf } from "../print/file.js";
import { joinBlocks, toDocComment } from "../print/print.js";

/** Emits the entries of `vendor.yaml` as constants. */
export function emitConstants({ vendor, hasRoutes }: SchemaModel): FileDraft {
  const { webhooks } = vendor;
  const constants = [
    ...NAME_CONSTANTS,
    ...(hasRoutes ? ROUTE_CONSTANTS : []),
    ...(hasRoutes && vendor.agent ? [createUserAgent(vendor.agent)] : []),
    ...(webhooks === undefined ? [] : listWebhookConstants(webhooks)),
  ];
  const blocks = constants.map((constant) => printConstant(vendor, constant));
  const body = joinBlocks([...blocks, ...printVariables(vendor)]);
  return { path: "constants.ts", sources: filesOf(vendor), body };
}

/** The variables of the base URL for the runtime, and their type for callers. */
function printVariables({ variables = [] }: Vendor): readonly string[] {
  if (variables.length === 0) return [];
  const entries = variables.map(({ name, default: value, values }) => {
    return `  ${toValueKey(name)}: ${JSON.stringify({ default: value, values })},`;
  });
  const members = variables.map(({ name, default: value, values, description }) => {
    const type = values?.map((each) => JSON.stringify(each)).join(" | ") ?? "string";
    const parts = [description, `Default: \`${value}\``].filter((part) => part !== undefined);
    const doc = toDocComment({ text: parts.join("\n\n") });
    return `${doc}\nreadonly ${toTypeKey(name)}?: ${type} | undefined;`;
  });
  return [
    `/** The variables of the base address, with their defaults and allowed values. */
export const variables = {\n${entries.join("\n")}\n} as const;`,
    `/** Options of a vendor whose base address has variables. */
export interface ServerOptions {
/** Values for the variables of the base address. */
readonly variables?: {
${members.join("\n")}
} | undefined;
}`,
  ];
}

type Constant = readonly [name: string, text: string, valueOf: (vendor: Vendor) => string | object];

const NAME_CONSTANTS: readonly Constant[] = [
  ["vendorName", "The name of the vendor, as used in identifiers.", ({ name }) => name],
];

const ROUTE_CONSTANTS: readonly Constant[] = [
  ["baseUrl", "Base address of the hosted API.", ({ baseUrl = "" }) => baseUrl],
  ["accept", "The default `accept` header.", ({ accept }) => accept],
  [
    "mediaTypePrefix",
    "Prefix of the media types that `mediaType.format` changes.",
    ({ mediaTypePrefix }) => mediaTypePrefix,
  ],
];

/** The scope of a package's name holds characters that the header's grammar does not allow. */
function createUserAgent({ name, version }: NonNullable<Vendor["agent"]>): Constant {
  const product = name.replace(/^@/, "").replace("/", "-");
  const text = "What the default `user-agent` header begins with.";
  return ["userAgent", text, () => `${product}/${version}`];
}

function listWebhookConstants(webhooks: VendorWebhooks): readonly Constant[] {
  return [
    ["webhookPath", "Default path of the middleware.", () => webhooks.path],
    ["webhookHeaders", "Header names of a delivery, in lowercase.", () => listHeaders(webhooks)],
    [
      "webhookRelay",
      "Keys of a relay message. The first key of a list that is present is used.",
      () => webhooks.relay,
    ],
  ];
}

function printConstant(vendor: Vendor, [name, text, valueOf]: Constant): string {
  const value = valueOf(vendor);
  const suffix = typeof value === "string" ? "" : " as const";
  return `${toDocComment({ text })}\nexport const ${name} = ${JSON.stringify(value)}${suffix};`;
}

/** The headers that the vendor uses: a value in the body has none. */
function listHeaders({ event, delivery, signature }: VendorWebhooks): object {
  const inLowercase = (location: VendorWebhooks["delivery"]): string | undefined =>
    location !== undefined && "header" in location ? location.header.toLowerCase() : undefined;
  return {
    event: inLowercase(event),
    delivery: inLowercase(delivery),
    signature: signature.header.toLowerCase(),
  };
}
