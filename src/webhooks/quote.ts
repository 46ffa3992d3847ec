const LONGEST = 64;

/** A name or an identifier for a message: no longer than a line, and escaped, as it may come from a sender. */
export function quote(text: string): string {
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
  return JSON.stringify(shown).replace(/[^ -~]/g, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Names a delivery in the log. */
export function quoteDelivery({
  id,
  name,
}: {
  readonly id: string;
  readonly name: string;
}): string {
  return `delivery ${quote(id)} of ${quote(name)}`;
}
