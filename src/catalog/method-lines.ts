/** The methods of a resource as one text, in which a URL leaves out what it shares with the URL before it. */

/** A method of a class. */
export interface ListedMethod {
  /** Any of `*` (a paginated list), `!` (no object of parameters), `?` (options may stand alone). */
  readonly marks: string;
  /** Empty in a list of routes alone. */
  readonly name: string;
  /** `<METHOD> <url>`. */
  readonly route: string;
}

/**
 * Writes a line for each URL, and below it one for each method, ` <METHOD> <marks><name>`, as {@link readMethods}
 * reads them.
 */
export function writeMethods(methods: readonly ListedMethod[]): string {
  const lines: string[] = [];
  let url = "";
  for (const { marks, name, route } of methods) {
    const space = route.indexOf(" ");
    const next = route.slice(space + 1);
    if (next !== url) lines.push(shortenUrl(next, url));
    lines.push(` ${route.slice(0, space)} ${marks}${name}`.trimEnd());
    url = next;
  }
  return lines.join("\n");
}

/** Puts the number of segments that a URL shares with the one before it in their place. */
function shortenUrl(url: string, before: string): string {
  const segments = url.split("/");
  const known = before.split("/");
  const different = segments.findIndex((segment, index) => segment !== known[index]);
  const shared = different < 0 ? segments.length : different;
  // One shared segment is the empty one before the first slash.
  return shared > 1 ? [shared, ...segments.slice(shared)].join("/") : url;
}

/**
 * Reads methods. Uses no pattern, which would take twice as long: programs wait for this when they first use a
 * resource.
 */
export function readMethods(text: string): readonly ListedMethod[] {
  const methods: ListedMethod[] = [];
  let url = "";
  for (const line of text === "" ? [] : text.split("\n")) {
    if (line.startsWith(" ")) methods.push(readMethod(line, url));
    else url = completeUrl(line, url);
  }
  return methods;
}

/** Reads a URL. A number at its start stands for so many segments of the URL before it. */
function completeUrl(line: string, before: string): string {
  const shared = Number.parseInt(line); // `NaN` for a URL, which begins with a slash
  return shared > 0
    ? before.split("/", shared).join("/") + line.slice(String(shared).length)
    : line;
}

/** Reads a line with a method, of the URL above it. */
function readMethod(line: string, url: string): ListedMethod {
  const space = line.indexOf(" ", 1);
  const end = space < 0 ? line.length : space;
  let start = end + 1;
  while (start < line.length && "*!?".includes(line.charAt(start))) start++;
  const route = `${line.slice(1, end)} ${url}`;
  return { marks: line.slice(end + 1, start), name: line.slice(start), route };
}
