/**
 * The same text, in memory of its own: engines keep the whole of a text for as long as a piece that
 * was cut out of it.
 */
export function detach(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string; // what was a text is one again
}
