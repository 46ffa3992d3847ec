const LONGEST = 100;

/** A name or an identifier for a message: on one line, and no longer than a line. */
export function quote(text: string): string {
  return JSON.stringify(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
}
