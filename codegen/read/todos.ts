import type { Diagnostic } from "../model/diagnostics.js";
import { isYamlMap, type YamlDocument } from "./yaml-document.js";

/**
 * A key of `vendor.yaml` that a client needs. An import writes a `TODO` in place of an unknown one.
 */
export interface NeededKey {
  readonly path: readonly [key: string] | readonly [section: string, key: string];
  readonly expected: string;
  /** The consequence for the client until then. */
  readonly until: string;
}

/** The address of the API, which a client with routes needs. */
export const BASE_URL: NeededKey = {
  path: ["baseUrl"],
  expected: "the address of the API",
  until: "Until then, calls need the option `baseUrl`.",
};

const UNTIL_KNOWN = "Until then, the client has no `Webhooks`.";

/** Keys that a client needs to receive deliveries. */
export const OF_WEBHOOKS: readonly NeededKey[] = [
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

/** Tests whether a key is missing and has no `TODO` either. */
export function isMissing(document: YamlDocument, { path }: NeededKey): boolean {
  return !hasKey(document.value, path) && findTodo(document, path.at(-1) ?? "") === undefined;
}

/** The needed keys that are still marked as `TODO`. */
export function listTodos(document: YamlDocument, hasRoutes: boolean): readonly Diagnostic[] {
  const hasWebhooks = hasKey(document.value, ["webhooks"]);
  const needed = [...(hasRoutes ? [BASE_URL] : []), ...(hasWebhooks ? OF_WEBHOOKS : [])];
  return needed.flatMap(({ path, expected, until }): Diagnostic[] => {
    const isGiven = hasKey(document.value, path);
    const position = isGiven ? undefined : findTodo(document, path.at(-1) ?? "");
    if (position === undefined) return [];
    const message = `The key is a TODO; expected ${expected}. ${until}`;
    return [{ file: document.file, ...position, path, message }];
  });
}

function hasKey(value: unknown, [first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return true;
  return isYamlMap(value) && first in value && hasKey(value[first], rest);
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
