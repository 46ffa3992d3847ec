/** Texts, keys and times that all stores must treat alike, whatever their engines do with them. */
import { quote } from "../../base/expect.js";
import type { StoreSettings } from "../store.js";

// ---- Texts

/**
 * True if every engine keeps a text as it is. Some cut a text at NUL; others refuse NUL or half of a
 * surrogate pair, or crash.
 */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** Replaces each character that an engine may not keep with U+FFFD. */
export function toStorable(text: string): string {
  if (isStorable(text)) return text;
  return text.toWellFormed().replaceAll("\0", "\ufffd");
}

/** Converts ASCII letters to lower case, and no others: only for those do all engines agree. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

// ---- Keys: in all stores, the `key` of a delivery is its number

/** Converts keys to numbers. Drops texts that are not keys: they match nothing. */
export function readKeys(keys: readonly string[]): readonly number[] {
  return keys.filter((key) => /^\d{1,15}$/.test(key)).map(Number);
}

/**
 * Parses the key of the delivery that a page ends before.
 * @throws TypeError for any other text.
 */
export function readCursor(before: string): number {
  const number = Number(before);
  if (/^\d+$/.test(before) && Number.isSafeInteger(number)) return number;
  throw new TypeError(`\`before\` is ${quote(before)}; expected the \`key\` of a delivery.`);
}

// ---- Times

/** Reads both clocks: that of deliveries, and that of leases. */
export function readClocks({ clock, leaseClock = clock }: StoreSettings): Clocks {
  return { now: clock(), leaseNow: leaseClock() };
}

/** Computes deadlines by state: deliveries that were finished earlier are deleted. */
export function findDeadlines(
  { keepFor, keepDeadFor }: StoreSettings,
  now: number,
): Readonly<Record<"done" | "dead", number>> {
  return { done: now - keepFor, dead: now - keepDeadFor };
}

/** Times of one transaction. */
export interface Clocks {
  /** Time of deliveries: of arrivals, retries and retention. */
  readonly now: number;
  /** Time of leases. */
  readonly leaseNow: number;
}
