/** The routes that need more than their documented URL: the table, and the code that expands it. */
import { groupBy } from "../../model/group-by.js";
import type { EmitContext } from "../context/context.js";
import { type Exception, listExceptions } from "../plans/exceptions.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import { code, exported, local } from "../print/module.js";
import { joinLines, printUnion, printValue } from "../print/print.js";
import type { Code } from "../print/types.js";

/** Emits the routes that need more than their documented URL. */
export function emitRouteExceptions(context: EmitContext): ModuleDraft {
  const exceptions = listExceptions(context);
  const rows = [...groupBy(exceptions, ([, exception]) => printRouteRow(exception))].map(
    ([row, exceptionsOfRow]) => {
      const methods = exceptionsOfRow.map(([{ method }]) => method).join(" ");
      return `[${JSON.stringify(methods)}, ${row}],`;
    },
  );
  const styles = exceptions.flatMap(([, { more }]): unknown[] =>
    Object.values(more["query"] ?? {}),
  );
  const features = {
    queryStyles: [...new Set(styles.map(String))].sort(),
    members: new Set(exceptions.flatMap(([, { more }]) => Object.keys(more))),
    hasFragments: exceptions.some(([route]) => route.url.includes("#")),
    hasMarks: exceptions.some(([route, { url }]) => url !== route.url),
  };
  return {
    path: "route-exceptions.ts",
    sources: filesOf(...context.model.routes),
    module: { blocks: printExceptions(rows, features) },
  };
}

/** Prints a row without its methods, and without empty cells at the end. */
function printRouteRow({ markedUrl, suffix, server, more }: Exception): string {
  const differences = Object.keys(more).length === 0 ? "" : printValue(more);
  const cells = [...[markedUrl, suffix, server].map((cell) => JSON.stringify(cell)), differences];
  while (cells.at(-1) === "" || cells.at(-1) === '""') cells.pop();
  return cells.join(", ");
}

/** The optional members of the generated interface; a file has those that some route needs. */
const MEMBERS: readonly (readonly [name: string, text: string, type: string])[] = [
  [
    "query",
    "Query parameters with a style, or that no template can hold beside a body.",
    "Styles<QueryStyle>",
  ],
  ["headers", "Parameters that are headers.", 'Styles<"simple" | "explode" | "json">'],
  [
    "cookies",
    "Parameters that are cookies.",
    'Styles<"form" | "comma" | "json" | "plain" | "plain-comma">',
  ],
  ["contentType", "The media type of the body, if it is not `application/json` alone.", "string"],
  ["lists", "Format of lists in a form, if keys are not repeated.", "ListStyle"],
  [
    "encoding",
    "Formats of single properties of a form.",
    `{
  readonly [property: string]: {
    readonly contentType?: string;
    readonly style?: ListStyle | "explode" | "spaces" | "pipes" | "json";
  };
}`,
  ],
  ["accept", "The `accept` header, if it is not the vendor's.", "string"],
  ["named", "Parameters that are named like an option of a call.", "readonly string[]"],
  ["emptyBody", "The body is empty, such as `{}`, where a call has none.", "true"],
  ["needsBaseUrl", "The address of the server is not known: calls have a `baseUrl`.", "true"],
];

/** Types that members refer to, with the names of these members. */
const ALIASES: readonly (readonly [members: readonly string[], declaration: Code])[] = [
  [
    ["query", "headers", "cookies"],
    code`${local("type", "Styles")}<Style> = { readonly [name: string]: Style };`,
  ],
  [
    ["lists", "encoding"],
    code`${local("type", "ListStyle")} = "repeat" | "brackets" | "indexes" | "comma";`,
  ],
];

function printRowTypes({ members: usedMembers, queryStyles }: UsedFeatures): readonly Code[] {
  const members = MEMBERS.filter(([name]) => usedMembers.has(name)).map(
    ([name, text, type]) => `/** ${text} */\nreadonly ${name}?: ${type};`,
  );
  const aliases = ALIASES.filter(([users]) => users.some((name) => usedMembers.has(name)));
  return [
    code`/** Differences between the request of a route and its documented URL with plain JSON. */
${exported("interface", "RouteException")} extends More {
  /** Replaces the documented URL: a path, or a full URL if the route has its own server. */
  readonly template?: string;
  /** Path parameters that may contain slashes. Each segment is encoded on its own. */
  readonly multiSegment?: readonly string[];
}`,
    members.length === 0
      ? code`${local("type", "More")} = object;`
      : code`${local("interface", "More")} {\n${members.join("\n")}\n}`,
    ...aliases.map(([, declaration]) => declaration),
    queryStyles.length === 0
      ? code``
      : code`${local("type", "QueryStyle")} = ${printUnion(queryStyles.map((style) => JSON.stringify(style)))};`,
    code`/** An asterisk in the URL marks parameters with several segments. The next two cells make the template. */
${local("type", "Row")} = readonly [methods: string, url: string, suffix?: string, server?: string, more?: More];`,
  ];
}

/** Prints compact rows, half the size of the table that they expand to. */
function printExceptions(rows: readonly string[], used: UsedFeatures): readonly Code[] {
  return [
    ...printRowTypes(used),
    code`${local("const", "rows")}: readonly Row[] = [
${joinLines(rows)}
];`,
    code`/** Route exceptions by documented route, \`<METHOD> <url>\`. */
${exported("function", "expandRouteExceptions")}(): { readonly [route: string]: RouteException } {
  const routes: Record<string, RouteException> = {};
  for (const [methods, marked, suffix = "", server = "", more] of rows) {
${printExpansion(used)}
    const multiSegment = Array.from(marked.matchAll(/\\{\\*([^}]+)/g), ([, name = ""]) => name);
    const exception = {
      ...(isTemplate && { template }),
      ...(multiSegment.length > 0 && { multiSegment }),
      ...more,
    };
    for (const method of methods.split(" ")) routes[\`\${method} \${url}\`] = exception;
  }
  return routes;
}`,
  ];
}

/** The code that computes the documented URL and the template of a row; shorter for plain rows. */
function printExpansion({ hasMarks, hasFragments }: UsedFeatures): string {
  if (!hasMarks && !hasFragments) {
    return `    const url = marked.replaceAll("{*", "{");
    const template = server + url + suffix;
    const isTemplate = suffix + server !== "";`;
  }
  const path = hasFragments ? 'marked.replace(/#.*/, "")' : "marked";
  return `    const url = marked.replace(/\\{[*.;]?(?:parameters\\.)?([^}*]+)\\*?\\}/g, "{$1}");
    const template = server + ${path}.replaceAll("{*", "{") + suffix;
    const isTemplate = template !== url;`;
}

/** The features that rows use. The file has code for these alone. */
interface UsedFeatures {
  readonly members: ReadonlySet<string>;
  readonly queryStyles: readonly string[];
  /** Path styles, or parameters in the path that are named like an option. */
  readonly hasMarks: boolean;
  /** URLs that differ by a fragment alone, which is not sent. */
  readonly hasFragments: boolean;
}
