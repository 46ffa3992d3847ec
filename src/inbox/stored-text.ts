/**
 * Text from outside, as every store keeps it: some engines end a text at NUL, others refuse NUL or half
 * of a surrogate pair, or end the process. The inbox replaces these characters before a store gets them.
 */

/** ES2024, which every supported runtime has, but not the compiler's ES2023 library. */
type UnicodeText = string & { isWellFormed(): boolean; toWellFormed(): string };

export function isStorable(text: string): boolean {
  return (text as UnicodeText).isWellFormed() && !text.includes("\0");
}

/** The text with U+FFFD in place of each character that a store may not keep. */
export function toStorable(text: string): string {
  if (isStorable(text)) return text;
  return (text as UnicodeText).toWellFormed().replaceAll("\0", "\ufffd");
}
