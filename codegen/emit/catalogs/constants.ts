import type { SchemaModel, Vendor } from "../../model.js";
import { toDocComment } from "../doc.js";
import { type FileDraft, filesOf } from "../file.js";
import { joinBlocks } from "../print.js";

/** Emits what the vendor's page of the YAML says, each entry as a constant. */
export function emitConstants({ vendor }: SchemaModel): FileDraft {
  return { path: "constants.ts", sources: filesOf(vendor), body: joinBlocks(constantsOf(vendor)) };
}

function constantsOf(vendor: Vendor): readonly string[] {
  const { baseUrl, accept, mediaTypePrefix, webhooks } = vendor;
  return [
    printConstant(
      vendor,
      "vendorName",
      ["name"],
      "The service's name inside identifiers.",
      vendor.name,
    ),
    printConstant(vendor, "baseUrl", ["baseUrl"], "Base address of the hosted API.", baseUrl),
    printConstant(
      vendor,
      "accept",
      ["mediaType", "accept"],
      "The default `accept` header.",
      accept,
    ),
    printConstant(
      vendor,
      "mediaTypePrefix",
      ["mediaType", "prefix"],
      "What the media types begin with that `mediaType.format` amends.",
      mediaTypePrefix,
    ),
    printConstant(
      vendor,
      "webhookPath",
      ["webhooks", "path"],
      "Where the middleware listens when no `path` is given.",
      webhooks.path,
    ),
    printConstant(
      vendor,
      "webhookHeaders",
      ["webhooks", "headers"],
      "Header names of a delivery, lowercase.",
      lowercaseValues(webhooks.headers),
    ),
    printConstant(
      vendor,
      "webhookRelay",
      ["webhooks", "relay"],
      "Keys of a relay's message; of each list, the first key present counts.",
      webhooks.relay,
    ),
  ];
}

function printConstant(
  vendor: Vendor,
  name: string,
  path: readonly string[],
  text: string,
  value: string | object,
): string {
  const source = { file: vendor.source.file, path: [...vendor.source.path, ...path] };
  const comment = toDocComment({ text, source });
  const suffix = typeof value === "string" ? "" : " as const";
  return `${comment}\nexport const ${name} = ${JSON.stringify(value)}${suffix};`;
}

function lowercaseValues(headers: Vendor["webhooks"]["headers"]): Vendor["webhooks"]["headers"] {
  return {
    event: headers.event.toLowerCase(),
    delivery: headers.delivery.toLowerCase(),
    signature: headers.signature.toLowerCase(),
  };
}
