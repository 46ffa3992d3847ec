import { toKebabCase } from "../names.js";
import { isMap, itemsOf, type Json, type JsonMap } from "./description.js";
import type { ImportContext } from "./import-context.js";

/** The first address of a list of servers, as the mapping has it. */
export function readFirstServer(
  list: Json,
  place: string,
  { servers, notes }: ImportContext,
): string | undefined {
  const [first, ...others] = itemsOf(list);
  const url = isMap(first) ? first["url"] : undefined;
  if (typeof url !== "string") return undefined;
  if (others.length > 0) notes.lose("servers after the first", place);
  const address = servers.get(url) ?? url.replace(/\/+$/, "");
  if (isPlainAddress(address)) return address;
  notes.lose(`the server \`${url}\`, which is no plain address`, place);
  return undefined;
}

/** An address as `vendor.yaml` and `routes.yaml` have it. */
export function isPlainAddress(address: string): boolean {
  return /^https?:\/\/[^{}?#]*[^{}?#/]$/.test(address);
}

/** What `vendor.yaml` begins with where there is none; nothing of it replaces what is there. */
export function vendorEntries(
  { info }: JsonMap,
  baseUrl: string | undefined,
): ReadonlyMap<string, Json> {
  const title = isMap(info) && typeof info["title"] === "string" ? info["title"] : "API";
  const name = toKebabCase(title).replaceAll("-", "") || "api";
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
