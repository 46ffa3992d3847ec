/** Notes the rules for retries in a description, of an operation or of the whole, which the client does not follow. */
import type { Notes } from "./notes.js";

/** Extensions with rules for retries, which `vendor.yaml` cannot express. */
const RETRY_EXTENSIONS: ReadonlySet<string> = new Set(["x-speakeasy-retries", "x-fern-retries"]);

/** Tests whether a keyword holds rules for retries. */
export function isRetryExtension(keyword: string): boolean {
  return RETRY_EXTENSIONS.has(keyword);
}

export function noteRetries(keyword: string, location: string, notes: Notes): void {
  notes.lose(
    `\`${keyword}\`: the client retries by its own rules and the option \`retry\``,
    location,
  );
}
