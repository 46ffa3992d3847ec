import { isMap, itemsOf } from "./description.js";
import type { Json } from "./description.js";
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
