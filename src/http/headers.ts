/** Headers as Node lists them: names and values in turn, in their order, with each repetition. */

/** Headers as Node has them; of some names it drops repeated values, and joins those of others. */
export type HeaderValues = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Lists names and values of a request in turn, as they were sent. Requests that a platform has made may have
 * no raw headers.
 */
export function readRawHeaders(request: {
  readonly headers?: HeaderValues;
  readonly rawHeaders?: readonly string[];
}): readonly string[] {
  const { headers = {}, rawHeaders = [] } = request;
  if (rawHeaders.length > 0) return rawHeaders;
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [name, String(value)],
  );
}

/**
 * Joins all values of a header among names and values in turn; `null` if there is none.
 * @param name In lower case.
 */
export function findHeader(rawHeaders: readonly string[], name: string): string | null {
  let joined: string | null = null;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const candidate = rawHeaders[index];
    if (candidate?.length !== name.length || candidate.toLowerCase() !== name) continue;
    const value = rawHeaders[index + 1] ?? "";
    joined = joined === null ? value : `${joined}, ${value}`;
  }
  return joined;
}

/** Pairs of names and values that are listed in turn. */
export function toPairs(rawHeaders: readonly string[]): readonly (readonly [string, string])[] {
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""] as const] : [],
  );
}
