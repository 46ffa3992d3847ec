import { toVendorName } from "../names.js";
import { isAddress } from "../read/validate.js";
import { isMap, itemsOf, type Json, type JsonMap } from "./description.js";
import type { ImportContext } from "./import-context.js";

/** The first address of a list of servers, or its replacement in the mapping. */
export function readFirstServer(
  list: Json,
  location: string,
  { servers, notes }: ImportContext,
): string | undefined {
  const [first, ...others] = itemsOf(list);
  const url = isMap(first) ? first["url"] : undefined;
  if (typeof url !== "string") return undefined;
  if (others.length > 0) notes.lose("servers after the first", location);
  const address = servers.get(url) ?? url.replace(/\/+$/, "");
  if (isAddress(address) && !/[{}]/.test(address)) return address;
  notes.lose(`the server \`${url}\`, which is not a plain http(s) address`, location);
  return undefined;
}

/** The entries of a new `vendor.yaml`. Entries of an existing file are kept. */
export function vendorEntries(
  { info }: JsonMap,
  baseUrl: string | undefined,
): ReadonlyMap<string, Json> {
  const described = isMap(info) && typeof info["title"] === "string" ? info["title"] : "";
  const title = described.replace(/\s+/g, " ").trim() || "API";
  const name = toVendorName(title);
  const header = `X-${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return new Map<string, Json>([
    ["name", name],
    ["title", title],
    ["baseUrl", baseUrl ?? "https://api.example.com"],
    [
      "webhooks",
      {
        path: `/api/${name}/webhooks`,
        headers: {
          event: `${header}-Event`,
          delivery: `${header}-Delivery`,
          signature: `${header}-Signature-256`,
        },
      },
    ],
  ]);
}
