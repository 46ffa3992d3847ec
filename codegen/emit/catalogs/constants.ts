import type { SchemaModel, Vendor, VendorWebhooks } from "../../model/model.js";
import { toTypeKey, toValueKey } from "../../model/names.js";
import { type FileDraft, filesOf } from "../print/file.js";
import { joinBlocks, toDocComment } from "../print/print.js";

/** Emits the entries of `vendor.yaml` as constants. */
export function emitConstants({ vendor, hasRoutes }: SchemaModel): FileDraft {
  const { webhooks } = vendor;
  const constants: readonly Constant[] = [
    ["vendorName", "The name of the vendor, as used in identifiers.", vendor.name],
    ...(hasRoutes ? listRouteConstants(vendor) : []),
    ...(webhooks === undefined ? [] : listWebhookConstants(webhooks)),
  ];
  const body = joinBlocks([...constants.map(printConstant), ...printVariables(vendor)]);
  return { path: "constants.ts", sources: filesOf(vendor), body };
}

type Constant = readonly [name: string, text: string, value: string | object];

function listRouteConstants(vendor: Vendor): readonly Constant[] {
  const { baseUrl = "", accept, mediaTypePrefix, agent } = vendor;
  return [
    ["baseUrl", "Base address of the hosted API.", baseUrl],
    ["accept", "The default `accept` header.", accept],
    [
      "mediaTypePrefix",
      "Prefix of the media types that `mediaType.format` changes.",
      mediaTypePrefix,
    ],
    ...(agent ? [toUserAgent(agent)] : []),
  ];
}

/** Changes the scope of a package's name, which holds characters that the header's grammar does not allow. */
function toUserAgent({ name, version }: NonNullable<Vendor["agent"]>): Constant {
  const product = name.replace(/^@/, "").replace("/", "-");
  return [
    "userAgent",
    "What the default `user-agent` header begins with.",
    `${product}/${version}`,
  ];
}

function listWebhookConstants(webhooks: VendorWebhooks): readonly Constant[] {
  return [
    ["webhookPath", "Default path of the middleware.", webhooks.path],
    ["webhookHeaders", "Header names of a delivery, in lowercase.", listHeaders(webhooks)],
    [
      "webhookRelay",
      "Keys of a relay message. The first key of a list that is present is used.",
      webhooks.relay,
    ],
  ];
}

/** The headers that the vendor uses; none for a value that is in the body. */
function listHeaders({ event, delivery, signature }: VendorWebhooks): object {
  const inLowercase = (location: VendorWebhooks["delivery"]): string | undefined =>
    location !== undefined && "header" in location ? location.header.toLowerCase() : undefined;
  return {
    event: inLowercase(event),
    delivery: inLowercase(delivery),
    signature: signature.header.toLowerCase(),
  };
}

function printConstant([name, text, value]: Constant): string {
  const suffix = typeof value === "string" ? "" : " as const";
  return `${toDocComment({ text })}\nexport const ${name} = ${JSON.stringify(value)}${suffix};`;
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
