/**
 * Comments in a new `vendor.yaml`, in place of keys that the description does not give and users must add:
 *
 *     webhooks:
 *       # TODO signature: how deliveries are signed, a preset or a description
 */
import { itemsOf, type JsonMap, mapOf, textOf } from "../model/json.js";
import type { SchemaFile } from "../read/documents/yaml-document.js";
import { divideEntries } from "./merge/yaml-entries.js";
import type { ImportedWebhooks } from "./webhooks/webhooks.js";

/** Adds the comments for missing keys to `vendor.yaml`. */
export function addTodos(
  file: SchemaFile,
  ofServer: readonly string[],
  ofWebhooks: readonly string[],
): SchemaFile {
  if (file.path !== "vendor.yaml") return file;
  const withServer = addComments(file.text, "title", ofServer, "\n");
  return { ...file, text: addComments(withServer, "webhooks", ofWebhooks, "  ") };
}

/**
 * Adds comments to the end of a top-level entry.
 * @param indent Prefix of each comment.
 */
function addComments(
  text: string,
  key: string,
  comments: readonly string[],
  indent: string,
): string {
  if (comments.length === 0) return text;
  const { head, entries } = divideEntries(text, 0);
  const lines = comments.map((comment) => `${indent}# ${comment.replace(/\s+/g, " ")}\n`).join("");
  const parts = entries.map((entry) => {
    const isTarget = entry.text.startsWith(`${key}:`);
    return entry.above + entry.text + (isTarget ? lines : "");
  });
  return head + parts.join("");
}

/** Comments in place of keys that users must add. The generator reports them until then. */
export function vendorTodos({ event, signature, headers }: ImportedWebhooks): readonly string[] {
  const todos: string[] = [];
  if (!event)
    todos.push("TODO event: where a delivery names its event, a `header` or a path in the `body`");
  if (signature === undefined)
    todos.push("TODO signature: how deliveries are signed, a preset or a description");
  if (todos.length === 0 || headers.length === 0) return todos;
  return [...todos, `The API description declares these headers: ${headers.join(", ")}`];
}

/** The comment in place of a base URL, if the description has none or only a part of it. */
export function serverTodo({ servers }: JsonMap): string {
  const url = textOf(mapOf(itemsOf(servers)[0])["url"]) ?? "";
  const hint = url === "" ? "" : ` (the API description has ${JSON.stringify(url)})`;
  return `TODO baseUrl: the address of the API, such as https://api.acme.example${hint}`;
}
