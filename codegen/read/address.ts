/** An address that routes can be joined to: scheme and host, perhaps a path, no slash at the end. */
export function isAddress(text: string): boolean {
  return /^https?:\/\/[^/?#\\\s]/.test(text) && !/[?#\\\s]|\/$/.test(text) && URL.canParse(text);
}
