/** The methods of a resource as one text, in which a URL leaves out what it shares with the URL before it. */

/** A method of a class. */
export interface ListedMethod {
  /** Any of `*` (a list that is divided into pages), `!` (no object of parameters), `?` (options may stand alone). */
  readonly marks: string;
  readonly name: string;
  /** `<METHOD> <url>`. */
  readonly route: string;
}

/** Writes a line for each method, `<marks><name> <METHOD> <url>`, as {@link readMethods} reads it. */
export function writeMethods(methods: readonly ListedMethod[]): string {
  let before: readonly string[] = [];
  const lines = methods.map(({ marks, name, route }) => {
    const space = route.indexOf(" ");
    const url = route.slice(space + 1);
    const segments = url.split("/");
    const different = segments.findIndex((segment, index) => segment !== before[index]);
    const shared = different < 0 ? segments.length : different;
    before = segments;
    // One shared segment is the empty one before the first slash.
    const written = shared > 1 ? [shared, ...segments.slice(shared)].join("/") : url;
    return `${marks}${name} ${route.slice(0, space)} ${written}`;
  });
  return lines.join("\n");
}

/**
 * Reads methods. A number at the start of a URL stands for so many segments of the URL before it. Uses no pattern,
 * which would take twice as long: programs wait for this when they first use a resource.
 */
export function readMethods(text: string): readonly ListedMethod[] {
  const methods: ListedMethod[] = [];
  let url = "";
  for (const line of text === "" ? [] : text.split("\n")) {
    const start = countMarks(line);
    const end = line.indexOf(" ");
    const urlStart = line.indexOf(" ", end + 1) + 1;
    const written = line.slice(urlStart);
    const shared = Number.parseInt(written); // `NaN` for a URL, which begins with a slash
    url = shared > 0 ? firstSegments(url, shared) + written.slice(String(shared).length) : written;
    const route = line.slice(end + 1, urlStart) + url;
    methods.push({ marks: line.slice(0, start), name: line.slice(start, end), route });
  }
  return methods;
}

function countMarks(line: string): number {
  let count = 0;
  while ("*!?".includes(line.charAt(count))) count++;
  return count;
}

function firstSegments(url: string, count: number): string {
  return url.split("/", count).join("/");
}
