/** The types of the generated table of route exceptions: an interface with the members that some route needs. */
import { code, exported, local } from "../print/module.js";
import { printUnion } from "../print/print.js";
import type { Code } from "../print/types.js";

/**
 * Prints the types of a row and of what it expands to.
 * @param usedMembers The names of the members that some route needs.
 * @param queryStyles The styles of query parameters that some route needs.
 */
export function printRowTypes(
  usedMembers: ReadonlySet<string>,
  queryStyles: readonly string[],
): readonly Code[] {
  return [
    code`/** Differences between the request of a route and its documented URL with plain JSON. */
${exported("interface", "RouteException")} extends More {
  /** Replaces the documented URL: a path, or a full URL if the route has its own server. */
  readonly template?: string;
  /** Path parameters that may contain slashes. Each segment is encoded on its own. */
  readonly multiSegment?: readonly string[];
}`,
    printMore(usedMembers),
    ...ALIASES.filter(({ users }) => users.some((name) => usedMembers.has(name))).map(
      ({ declaration }) => declaration,
    ),
    ...(queryStyles.length === 0 ? [] : [printQueryStyle(queryStyles)]),
    code`/** An asterisk in the URL marks parameters with several segments. The next two cells make the template. */
${local("type", "Row")} = readonly [methods: string, url: string, suffix?: string, server?: string, more?: More];`,
  ];
}

/** Prints the differences that a template cannot express. */
function printMore(usedMembers: ReadonlySet<string>): Code {
  const members = MEMBERS.filter(({ name }) => usedMembers.has(name)).map(
    ({ name, text, type }) => `/** ${text} */\nreadonly ${name}?: ${type};`,
  );
  return members.length === 0
    ? code`${local("type", "More")} = object;`
    : code`${local("interface", "More")} {\n${members.join("\n")}\n}`;
}

function printQueryStyle(styles: readonly string[]): Code {
  const union = printUnion(styles.map((style) => JSON.stringify(style)));
  return code`${local("type", "QueryStyle")} = ${union};`;
}

/** The optional members of the generated interface. */
const MEMBERS: readonly OptionalMember[] = [
  {
    name: "query",
    text: "Query parameters with a style, or that no template can hold beside a body.",
    type: "Styles<QueryStyle>",
  },
  {
    name: "headers",
    text: "Parameters that are headers.",
    type: 'Styles<"simple" | "explode" | "json">',
  },
  {
    name: "cookies",
    text: "Parameters that are cookies.",
    type: 'Styles<"form" | "comma" | "json" | "plain" | "plain-comma">',
  },
  {
    name: "contentType",
    text: "The media type of the body, if it is not `application/json` alone.",
    type: "string",
  },
  {
    name: "lists",
    text: "Format of lists in a form, if keys are not repeated.",
    type: "ListStyle",
  },
  {
    name: "encoding",
    text: "Formats of single properties of a form.",
    type: `{
  readonly [property: string]: {
    readonly contentType?: string;
    readonly style?: ListStyle | "explode" | "spaces" | "pipes" | "json";
  };
}`,
  },
  { name: "accept", text: "The `accept` header, if it is not the vendor's.", type: "string" },
  {
    name: "named",
    text: "Parameters that are named like an option of a call.",
    type: "readonly string[]",
  },
  {
    name: "emptyBody",
    text: "The body is empty, such as `{}`, where a call has none.",
    type: "true",
  },
  {
    name: "needsBaseUrl",
    text: "The address of the server is not known: calls have a `baseUrl`.",
    type: "true",
  },
];

/** Types that members refer to. */
const ALIASES: readonly Alias[] = [
  {
    users: ["query", "headers", "cookies"],
    declaration: code`${local("type", "Styles")}<Style> = { readonly [name: string]: Style };`,
  },
  {
    users: ["lists", "encoding"],
    declaration: code`${local("type", "ListStyle")} = "repeat" | "brackets" | "indexes" | "comma";`,
  },
];

// ---- Types

interface OptionalMember {
  readonly name: string;
  /** Its comment. */
  readonly text: string;
  readonly type: string;
}

interface Alias {
  /** The names of the members that refer to it. */
  readonly users: readonly string[];
  readonly declaration: Code;
}
