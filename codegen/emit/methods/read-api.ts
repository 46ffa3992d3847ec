/** Reads `api.md`, as this and earlier versions print it: the methods and types that it lists. */

/** Follows the line of a deprecated alias of a method. */
export const DEPRECATED = " (deprecated)";

/** Reads both forms, because earlier versions wrote that of Stainless for all clients. */
export function readApi(text: string): Api {
  const lines = text.split(/\r?\n/);
  const methods = lines.flatMap((line) => readMethod(line) ?? []);
  return {
    methods: new Map(methods.map(({ name, ...method }) => [name, method])),
    types: new Set(lines.flatMap(listTypes)),
  };
}

// ---- Methods

function readMethod(line: string): NamedMethod | undefined {
  return readMarkdownMethod(line) ?? readStainlessMethod(line);
}

/** Reads ``- `GET /things/{id}`: `client.things.get(id) -> Thing` ``. */
function readMarkdownMethod(line: string): NamedMethod | undefined {
  const parts = MARKDOWN_METHOD.exec(line)?.groups;
  if (parts === undefined) return undefined;
  const { route = "", name = "", end } = parts;
  return { name, route, isAlias: end === DEPRECATED };
}

const MARKDOWN_METHOD = /^- `(?<route>.*)`: `client\.(?<name>(?:[^.(]+\.)*[^.(]+)\(.*`(?<end>.*)$/;

/** Reads `- <code title="get /things/{id}">client.things.<a href="…">get</a>(id) -> Thing</code>`. */
function readStainlessMethod(line: string): NamedMethod | undefined {
  const parts = STAINLESS_METHOD.exec(line)?.groups;
  if (parts === undefined) return undefined;
  const { title = "", owner = "", name = "", end } = parts;
  return { name: owner + name, route: toRoute(title), isAlias: end === DEPRECATED };
}

const STAINLESS_METHOD =
  /^- <code title="(?<title>[^"]*)">client\.(?<owner>(?:[^<.]+\.)*)<a [^>]*>(?<name>[^<]+)<\/a>.*<\/code>(?<end>.*)$/;

/** The route of the title of a link, whose characters are escaped. */
function toRoute(title: string): string {
  const [method = "", ...url] = title.split(" ");
  const text = `${method.toUpperCase()} ${url.join(" ")}`;
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&gt;", ">")
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&");
}

// ---- Types

/** The types that a line lists: those in the signature of a method, or the one that has the line for itself. */
function listTypes(line: string): readonly string[] {
  if (readMethod(line) !== undefined) return listNamedTypes(line);
  const type = readType(line);
  return type === undefined ? [] : [type];
}

/** The types of the parameters and of the result that the line of a method names. */
export function listNamedTypes(line: string): readonly string[] {
  const [, parameters, result] = NAMED_TYPES.exec(line) ?? [];
  return [parameters, result].filter((type) => type !== undefined);
}

/** Matches the end of a signature: `{ ...parameters }: Parameters) -> Result`. */
const NAMED_TYPES = /(?:\{ \.\.\.parameters \}: (\w+))?\) -> ([A-Z]\w*)(?:<\/code>|`)/;

/** Reads `- [Thing](./results.ts)` or, in the form of Stainless, `- <code><a href="…">Thing</a></code>`. */
function readType(line: string): string | undefined {
  const [, name] = MARKDOWN_TYPE.exec(line) ?? STAINLESS_TYPE.exec(line) ?? [];
  return name;
}

const MARKDOWN_TYPE = /^- \[([^\]]+)\]\([^)]*\)$/;

const STAINLESS_TYPE = /^- <code><a [^>]*>([^<]+)<\/a><\/code>$/;

// ---- What a list has

/** The methods and types of an `api.md`. */
export interface Api {
  /** By dotted name. */
  readonly methods: ReadonlyMap<string, ApiMethod>;
  readonly types: ReadonlySet<string>;
}

interface ApiMethod {
  readonly route: string;
  readonly isAlias: boolean;
}

/** A method with its dotted name, such as `things.get`. */
interface NamedMethod extends ApiMethod {
  readonly name: string;
}
