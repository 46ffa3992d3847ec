import { toVendorName } from "../names.js";
import { isMap, type Json, type JsonMap } from "./description.js";
import type { ImportedServer } from "./import-servers.js";
import type { ImportedWebhooks } from "./import-webhooks.js";
import { divideEntries } from "./yaml-entries.js";

/** The entries of a new `vendor.yaml`. Entries of an existing file are kept. */
export function vendorEntries(
  { info }: JsonMap,
  server: ImportedServer | undefined,
  webhooks: ImportedWebhooks | undefined,
): ReadonlyMap<string, Json> {
  const described = isMap(info) && typeof info["title"] === "string" ? info["title"] : "";
  const title = described.replace(/\s+/g, " ").trim() || "API";
  const name = toVendorName(title);
  const { baseUrl, variables = {} } = server ?? {};
  const hasVariables = Object.keys(variables).length > 0;
  return new Map<string, Json>([
    ["name", name],
    ["title", title],
    ...(baseUrl === undefined ? [] : [["baseUrl", baseUrl] as const]),
    ...(hasVariables ? [["variables", variables] as const] : []),
    ...(webhooks === undefined ? [] : [["webhooks", webhooksEntry(name, webhooks)] as const]),
  ]);
}

/** What the description says of deliveries, and nothing else. */
function webhooksEntry(name: string, webhooks: ImportedWebhooks): Json {
  const { event, signature, events, isForm } = webhooks;
  const hasActions = [...events.values()].some(({ actions }) => actions.size > 0);
  return {
    path: `/api/${name}/webhooks`,
    ...(event && { event }),
    ...(hasActions ? {} : { action: "none" }),
    ...(signature && { signature }),
    ...(isForm && { body: "form" }),
  };
}

/** Comments for what is to be filled in. The generator reports them until it is. */
export function vendorTodos({ event, signature, headers }: ImportedWebhooks): readonly string[] {
  const todos = [
    ...(event
      ? []
      : ["TODO event: where a delivery names its event, a `header` or a path in the `body`"]),
    ...(signature ? [] : ["TODO signature: how deliveries are signed, a preset or a description"]),
  ];
  if (todos.length === 0 || headers.length === 0) return todos;
  return [...todos, `The API description declares these headers: ${headers.join(", ")}`];
}

/** Adds comments to the end of an entry at the top level. */
export function addComments(text: string, key: string, comments: readonly string[]): string {
  const { head, entries } = divideEntries(text, 0);
  const lines = comments.map((comment) => `  # ${comment.replace(/\s+/g, " ")}\n`).join("");
  const parts = entries.map((entry) => {
    const isIt = entry.text.startsWith(`${key}:`);
    return entry.above + entry.text + (isIt ? lines : "");
  });
  return head + parts.join("");
}
