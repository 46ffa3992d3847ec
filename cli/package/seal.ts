/**
 * Seals of files that are kept up to date until somebody edits them: the last line, with a digest of the lines
 * above it.
 */
import { createHash } from "node:crypto";
import type { GeneratedFile } from "../../codegen/generate.js";

const SEAL =
  /^(?:\/\/|<!--|#) Kept up to date by `typewire [a-z ]+` until it is edited: ([0-9a-f]{16})\b.*\n?$/m;

/** Ends a file with its seal, as a comment of its language. */
export function seal({ path, text }: GeneratedFile, command = "typewire generate"): GeneratedFile {
  const body = `${text.trimEnd()}\n`;
  const line = `Kept up to date by \`${command}\` until it is edited: ${digestOf(body)}`;
  if (path.endsWith(".ts")) return { path, text: `${body}\n// ${line}\n` };
  return { path, text: `${body}\n${path.endsWith(".yml") ? `# ${line}` : `<!-- ${line} -->`}\n` };
}

/** Reads the seal of a file; `undefined` if it has none. */
export function readSeal(
  text: string,
): { readonly digest: string; readonly isIntact: boolean } | undefined {
  const match = SEAL.exec(text.replaceAll("\r\n", "\n"));
  if (match === null) return undefined;
  const [line, digest = ""] = match;
  // Text that somebody has added below counts as an edit, too.
  const isLast = match.input.slice(match.index + line.length).trim() === "";
  return { digest, isIntact: isLast && digestOf(match.input.slice(0, match.index)) === digest };
}

/** Line ends do not count, because version control may change them. */
function digestOf(text: string): string {
  const normal = `${text.replaceAll("\r\n", "\n").trimEnd()}\n`;
  return createHash("sha256").update(normal).digest("hex").slice(0, 16);
}
