/**
 * The methods of a resource as one text, so that a catalog with many routes is small. For example, the methods
 *
 *     { marks: "*", name: "list", route: "GET /items" }
 *     { marks: "", name: "get", route: "GET /items/{id}" }
 *     { marks: "!", name: "delete", route: "DELETE /items/{id}" }
 *
 * become a line for each URL, and below it a line for each method, ` <METHOD> <marks><name>`:
 *
 *     /items
 *      GET *list
 *     2/{id}
 *      GET get
 *      DELETE !delete
 *
 * The number at the start of a URL stands for so many segments of the URL before it: here for the empty one, which is
 * before the first slash, and `items`.
 */

/** A method of a class. */
export interface ListedMethod {
  /** Any of `*` (a paginated list), `!` (no object of parameters), `?` (options may stand alone). */
  readonly marks: string;
  /** Empty in a list of routes alone. */
  readonly name: string;
  /** `<METHOD> <url>`. */
  readonly route: string;
}

/** Writes methods as {@link readMethods} reads them. */
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

/** Reads a URL: `2/{id}` below `/items/new` is `/items/{id}`. */
function completeUrl(line: string, before: string): string {
  const shared = Number.parseInt(line); // `NaN` for a whole URL, which begins with a slash
  return shared > 0
    ? before.split("/", shared).join("/") + line.slice(String(shared).length)
    : line;
}

/** Reads a line such as ` GET *list`, or ` GET` in a list of routes alone. The method is of the URL above it. */
function readMethod(line: string, url: string): ListedMethod {
  const space = line.indexOf(" ", 1); // the one after the method
  const end = space < 0 ? line.length : space;
  let nameStart = end + 1;
  while (nameStart < line.length && "*!?".includes(line.charAt(nameStart))) nameStart++;
  const marks = line.slice(end + 1, nameStart);
  return { marks, name: line.slice(nameStart), route: `${line.slice(1, end)} ${url}` };
}
