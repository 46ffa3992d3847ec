import { toVendorName } from "../model/names.js";
import { isMap, itemsOf, type Json, type JsonMap } from "./model/description.js";
import type { ImportedServer } from "./routes/servers.js";
import type { ImportedWebhooks } from "./webhooks/webhooks.js";
import { divideEntries } from "./merge/yaml-entries.js";

/** The entries of a new `vendor.yaml`. Entries of an existing file are kept. */
export function vendorEntries(
  { info }: JsonMap,
  server: ImportedServer | undefined,
  methods: readonly string[],
  client: JsonMap,
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
    ...(methods.length > 0 ? [["methods", methods] as const] : []),
    ...Object.entries(client),
    ...(webhooks === undefined ? [] : [["webhooks", webhooksEntry(name, webhooks)] as const]),
  ]);
}

/** What the description says of deliveries, and nothing else. */
function webhooksEntry(name: string, webhooks: ImportedWebhooks): Json {
  const { event, delivery, signature, events, isForm } = webhooks;
  const hasActions = [...events.values()].some(({ actions }) => actions.size > 0);
  return {
    path: `/api/${name}/webhooks`,
    ...(event && { event }),
    ...(delivery && { delivery }),
    ...(hasActions ? {} : { action: "none" }),
    ...(signature !== undefined && { signature }),
    ...(isForm && { body: "form" }),
  };
}

/** Comments for what is to be filled in. The generator reports them until it is. */
export function vendorTodos({ event, signature, headers }: ImportedWebhooks): readonly string[] {
  const todos = [
    ...(event
      ? []
      : ["TODO event: where a delivery names its event, a `header` or a path in the `body`"]),
    ...(signature !== undefined
      ? []
      : ["TODO signature: how deliveries are signed, a preset or a description"]),
  ];
  if (todos.length === 0 || headers.length === 0) return todos;
  return [...todos, `The API description declares these headers: ${headers.join(", ")}`];
}

/** The comment in place of the address that the description does not have, or not whole. */
export function serverTodo({ servers }: JsonMap): string {
  const [first] = itemsOf(servers);
  const url = isMap(first) && typeof first["url"] === "string" ? first["url"] : "";
  const hint = url === "" ? "" : ` (the API description has ${JSON.stringify(url)})`;
  return `TODO baseUrl: the address of the API, such as https://api.acme.example${hint}`;
}

/**
 * Adds comments to the end of an entry at the top level.
 * @param indent what stands before each.
 */
export function addComments(
  text: string,
  key: string,
  comments: readonly string[],
  indent: string,
): string {
  if (comments.length === 0) return text;
  const { head, entries } = divideEntries(text, 0);
  const lines = comments.map((comment) => `${indent}# ${comment.replace(/\s+/g, " ")}\n`).join("");
  const parts = entries.map((entry) => {
    const isIt = entry.text.startsWith(`${key}:`);
    return entry.above + entry.text + (isIt ? lines : "");
  });
  return head + parts.join("");
}
