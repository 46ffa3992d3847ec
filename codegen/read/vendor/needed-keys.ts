/** Keys of `vendor.yaml` that a client needs: missing ones, and those that an import left as `TODO`. */
import { isMap } from "../../model/json.js";
import type { Diagnostic } from "../../model/messages.js";
import { valueAt, type YamlDocument } from "../documents/yaml-document.js";

/** Complains about keys that are missing and have no `TODO` either. */
export function checkNeeded(document: YamlDocument, hasRoutes: boolean): void {
  for (const needed of listNeeded(document, hasRoutes)) {
    const { path, expected } = needed;
    const key = path.at(-1) ?? "";
    const isGiven = valueAt(document.value, ...path) !== undefined;
    if (isGiven || findTodo(document, key) !== undefined) continue;
    const reason = needed === BASE_URL ? "it, because there is a routes.yaml" : expected;
    const message = `The key \`${key}\` is missing; expected ${reason}.`;
    document.complain(path.slice(0, -1), { message, atKey: true });
  }
}

/** The needed keys that are still marked as `TODO`. */
export function listTodos(document: YamlDocument, hasRoutes: boolean): readonly Diagnostic[] {
  return listNeeded(document, hasRoutes).flatMap(({ path, expected, until }): Diagnostic[] => {
    const isGiven = valueAt(document.value, ...path) !== undefined;
    const position = isGiven ? undefined : findTodo(document, path.at(-1) ?? "");
    if (position === undefined) return [];
    const message = `The key is a TODO; expected ${expected}. ${until}`;
    return [{ file: document.file, ...position, path, message }];
  });
}

/** The keys that a client needs for its routes and its webhooks. */
function listNeeded({ value }: YamlDocument, hasRoutes: boolean): readonly NeededKey[] {
  const webhooks = valueAt(value, "webhooks");
  // The obsolete key `headers` has a complaint of its own.
  const hasWebhooks = isMap(webhooks) && !("headers" in webhooks);
  const ofRoutes = isMap(value) && hasRoutes ? [BASE_URL] : [];
  return [...ofRoutes, ...(hasWebhooks ? WEBHOOK_KEYS : [])];
}

/** The position of a comment such as `# TODO signature: …`. */
function findTodo(
  { text }: YamlDocument,
  key: string,
): { readonly line: number; readonly column: number } | undefined {
  const comment = new RegExp(`^[ \\t]*(?=#[ \\t]*TODO[ \\t]+${key}:)`);
  for (const [index, line] of text.split("\n").entries()) {
    const indentation = comment.exec(line)?.[0];
    if (indentation !== undefined) return { line: index + 1, column: indentation.length + 1 };
  }
  return undefined;
}

/** The address of the API, which a client with routes needs. */
const BASE_URL: NeededKey = {
  path: ["baseUrl"],
  expected: "the address of the API",
  until: "Until then, calls need the option `baseUrl`.",
};

const UNTIL_KNOWN = "Until then, the client has no `Webhooks`.";

/** Keys that a client needs to receive deliveries. */
const WEBHOOK_KEYS: readonly NeededKey[] = [
  {
    path: ["webhooks", "event"],
    expected: "where a delivery names its event: `{ header: … }` or `{ body: … }`",
    until: UNTIL_KNOWN,
  },
  {
    path: ["webhooks", "signature"],
    expected: "how deliveries are signed: a preset such as `standard-webhooks`, or a description",
    until: UNTIL_KNOWN,
  },
];

/** A key of `vendor.yaml` that a client needs. An import that does not know it writes a `TODO`. */
interface NeededKey {
  readonly path: readonly [key: string] | readonly [section: string, key: string];
  readonly expected: string;
  /** The consequence for the client until then. */
  readonly until: string;
}
