import { isMap } from "./description.js";
import type { Json, JsonMap } from "./description.js";
import { toKebabCase } from "./names.js";

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
