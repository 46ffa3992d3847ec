/** `constants.ts`: the entries of `vendor.yaml` as constants, and the type of the variables of its address. */
import type { SchemaModel, Vendor, VendorWebhooks } from "../../model/model.js";
import { toTypeKey, toValueKey } from "../../model/names.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import { code, exported, ofModule } from "../print/module.js";
import { toDocComment } from "../print/print.js";
import type { Code, Imported } from "../print/types.js";

/** The names of the emitted module. */
export const CONSTANTS = ofModule("./constants.js");

/** The type of the option for variables in the base address, if it has any. */
export function serverOptionsOf({ variables }: Vendor): Imported | undefined {
  return variables && CONSTANTS.type("ServerOptions");
}

/** The constants that every request builder takes. */
export function listServiceConstants({ variables, agent }: Vendor): readonly string[] {
  return [
    "baseUrl",
    ...(variables ? ["variables"] : []),
    "accept",
    ...(agent ? ["userAgent"] : []),
    "mediaTypePrefix",
  ];
}

/** Emits the entries of `vendor.yaml` as constants. */
export function emitConstants({ vendor, hasRoutes }: SchemaModel): ModuleDraft {
  const { webhooks } = vendor;
  const constants: readonly Constant[] = [
    ["vendorName", "The name of the vendor, as used in identifiers.", vendor.name],
    ...(hasRoutes ? listRouteConstants(vendor) : []),
    ...(webhooks === undefined ? [] : listWebhookConstants(webhooks)),
  ];
  const blocks = [...constants.map(printConstant), ...printVariables(vendor)];
  return { path: "constants.ts", sources: filesOf(vendor), module: { blocks } };
}

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
  return ["userAgent", "Beginning of the default `user-agent`.", `${product}/${version}`];
}

function listWebhookConstants(webhooks: VendorWebhooks): readonly Constant[] {
  return [
    ["webhookPath", "Default path of the middleware.", webhooks.path],
    ["webhookHeaders", "Header names of a delivery, in lowercase.", nameHeaders(webhooks)],
    [
      "webhookRelay",
      "Keys of a relay message. The first key of a list that is present is used.",
      webhooks.relay,
    ],
  ];
}

/** The headers that the vendor uses; none for a value that is in the body. */
function nameHeaders({ event, delivery, signature }: VendorWebhooks): object {
  const inLowercase = (location: VendorWebhooks["delivery"]): string | undefined =>
    location !== undefined && "header" in location ? location.header.toLowerCase() : undefined;
  return {
    event: inLowercase(event),
    delivery: inLowercase(delivery),
    signature: signature.header.toLowerCase(),
  };
}

function printConstant([name, text, value]: Constant): Code {
  const suffix = typeof value === "string" ? "" : " as const";
  return code`${toDocComment({ text })}\n${exported("const", name)} = ${JSON.stringify(value)}${suffix};`;
}

/** The variables of the base URL for the runtime, and their type for callers. */
function printVariables({ variables = [] }: Vendor): readonly Code[] {
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
    code`/** The variables of the base address, with their defaults and allowed values. */
${exported("const", "variables")} = {\n${entries.join("\n")}\n} as const;`,
    code`/** Options of a vendor whose base address has variables. */
${exported("interface", "ServerOptions")} {
/** Values for the variables of the base address. */
readonly variables?: {
${members.join("\n")}
} | undefined;
}`,
  ];
}

/** A name, its comment, and the value. */
type Constant = readonly [name: string, text: string, value: string | object];
