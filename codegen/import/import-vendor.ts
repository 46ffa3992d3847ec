import { toVendorName } from "../names.js";
import { isMap, type Json, type JsonMap } from "./description.js";
import type { ImportedServer } from "./import-servers.js";

/** The entries of a new `vendor.yaml`. Entries of an existing file are kept. */
export function vendorEntries(
  { info }: JsonMap,
  server: ImportedServer | undefined,
): ReadonlyMap<string, Json> {
  const described = isMap(info) && typeof info["title"] === "string" ? info["title"] : "";
  const title = described.replace(/\s+/g, " ").trim() || "API";
  const name = toVendorName(title);
  const { variables = {} } = server ?? {};
  const hasVariables = Object.keys(variables).length > 0;
  const header = `X-${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return new Map<string, Json>([
    ["name", name],
    ["title", title],
    ["baseUrl", server?.baseUrl ?? "https://api.example.com"],
    ...(hasVariables ? [["variables", variables] as const] : []),
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
