/** Tests of content types: of responses, of bodies that are sent, and of deliveries. */

/** Tells whether a media type is `application/json`, or has the suffix `+json` (RFC 6839, section 3.1). */
export function isJsonType(contentType: string): boolean {
  return /^[^;]*[/+]json\s*(?:;|$)/i.test(contentType);
}

/** The content types of forms, with any parameters. */
export const URLENCODED = /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i;
export const MULTIPART = /^\s*multipart\/form-data\s*(?:;|$)/i;

/**
 * Matches `application/json` of a delivery, with parameters: a `charset` of UTF-8, and any others, whose values
 * may be in quotes (RFC 9110, section 5.6.6). A comma outside quotes joins repeated headers, and does not match.
 * No two alternatives match the same character, so the time is linear.
 */
export const STRICT_JSON =
  /^[ \t]*application\/json[ \t]*(?:;[ \t]*(?:(?:charset=("?)utf-?8\1|(?!charset=)[^\s",;=]+=(?:[^\s",;=]+|"(?:[^"\\]|\\.)*"))[ \t]*)?)*$/i;

/** Matches the form of a delivery, with no charset but UTF-8. Repeated headers do not match. */
export const STRICT_FORM =
  /^[ \t]*application\/x-www-form-urlencoded[ \t]*(?:;[ \t]*(?:charset=("?)utf-?8\1[ \t]*)?)*$/i;
