/** A page of a site, in Markdown. */
export interface SitePage {
  /** Path without extension: `routes/issues`. */
  readonly path: string;
  readonly title: string;
  /** One sentence, for lists of pages. */
  readonly description: string;
  /** Markdown below the title. */
  readonly body: string;
}

/**
 * Lets a search show guides before pages that list everything.
 *
 * @example asReference("| Route |"); // → `<div data-pagefind-weight="0.5">…</div>`
 */
export function asReference(body: string): string {
  return `<div data-pagefind-weight="0.5">\n\n${body.trim()}\n\n</div>\n`;
}

/** In characters of data. A longer page opens slowly on a phone. */
export const MAX_PAGE_LENGTH = 40_000;
