/** A YAML file whose values know their line and column. */
import {
  isAlias,
  isMap as isMapNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type YAMLError,
} from "yaml";
import type { Diagnostic } from "../../model/messages.js";
import { isMap, type JsonMap } from "../../model/json.js";
import { findDeepNesting } from "./nesting.js";
import { readPlainYaml } from "./plain-yaml.js";

/** Parses a subset of YAML 1.2: one document, string keys, no anchors. */
export function parseYaml(file: SchemaFile, report: Report): YamlDocument {
  const value = readPlainYaml(file.text);
  return value === undefined
    ? parseWithPositions(file, report)
    : createDocument(file, value, report);
}

/** Creates a document for a valid file. It is parsed with positions only if a check complains. */
export function createDocument(file: SchemaFile, value: unknown, report: Report): YamlDocument {
  let parsed: YamlDocument | undefined;
  return toDocument(file, value, report, (path, complaint) => {
    // The file is known to be valid, so there is nothing to report.
    parsed ??= parseWithPositions(file, () => {});
    return parsed.diagnose(path, complaint);
  });
}

function toDocument(
  file: SchemaFile,
  value: unknown,
  report: Report,
  diagnose: YamlDocument["diagnose"],
): YamlDocument {
  const complain = (...complaint: Parameters<typeof diagnose>) => report(diagnose(...complaint));
  return {
    file: file.path,
    // An imported file is printed when its text is read.
    get text() {
      return file.text;
    },
    value,
    diagnose,
    complain,
  };
}

function parseWithPositions(file: SchemaFile, report: Report): YamlDocument {
  const tooDeep = findDeepNesting(file.text);
  if (tooDeep !== undefined) return refuseNesting(file, tooDeep, report);
  const lineCounter = new LineCounter();
  const { contents, errors, warnings } = parseDocument(file.text, {
    lineCounter,
    prettyErrors: false,
    stringKeys: true,
    // Conversion finds repeated keys, with their path and in linear time.
    uniqueKeys: false,
  });
  const diagnoseAt = (offset: number, path: Path, complaint: Complaint): Diagnostic => {
    const { line, col: column } = lineCounter.linePos(offset);
    return toDiagnostic({ file: file.path, line, column }, path, complaint);
  };
  for (const error of [...errors, ...warnings]) {
    report(diagnoseAt(error.pos[0], [], { message: syntaxMessage(error) }));
  }
  const complain: Complain = (...complaint) => report(diagnoseAt(...complaint));
  const value = errors.length > 0 ? undefined : convertNode(contents, [], complain);
  return toDocument(file, value, report, (path, complaint) =>
    diagnoseAt(offsetOf(contents, path, complaint.atKey === true), path, complaint),
  );
}

function refuseNesting(file: SchemaFile, offset: number, report: Report): YamlDocument {
  const lines = file.text.slice(0, offset).split("\n");
  const column = (lines.at(-1) ?? "").length + 1;
  const start = { file: file.path, line: lines.length, column };
  const document = toDocument(file, undefined, report, (path, complaint) =>
    toDiagnostic(start, path, complaint),
  );
  const message =
    "The nesting is too deep; expected at most 100 nested brackets and 200 columns of indentation.";
  document.complain([], { message });
  return document;
}

function toDiagnostic(
  start: Pick<Diagnostic, "file" | "line" | "column">,
  path: Path,
  { message, suggestion }: Complaint,
): Diagnostic {
  return { ...start, path, message, ...(suggestion !== undefined && { suggestion }) };
}

/** The value that keys lead to; `undefined` if there is none, or a value of a wrong type on the way. */
export function valueAt(value: unknown, ...path: Path): unknown {
  return path.reduce((inner, key) => (isMap(inner) ? inner[key] : undefined), value);
}

/** Checks and converts in one pass. */
function convertNode(node: unknown, path: Path, complain: Complain): unknown {
  complainOfSharing(node, path, complain);
  if (isMapNode(node)) return convertPairs(node.items, path, complain);
  if (isSeq(node)) return node.items.map((item, i) => convertNode(item, [...path, i], complain));
  if (!isScalar(node)) return null;
  if (typeof node.value === "number" && !Number.isFinite(node.value)) {
    complain(startOf(node), path, {
      message: `The value is ${node.value}; expected a finite number.`,
    });
  }
  // Tags and older versions of YAML can produce bytes, dates and sets.
  if (typeof node.value !== "object" || node.value === null) return node.value;
  const message = "The value is of a special YAML type; expected text, a number, a list or a map.";
  complain(startOf(node), path, { message });
  return null;
}

function convertPairs(pairs: readonly Pair[], path: Path, complain: Complain): JsonMap {
  const result = Object.create(null) as Record<string, unknown>; // typed as `any`
  for (const { key, value } of pairs) {
    const name = keyName(key);
    const message = complaintOfKey(name, result);
    if (message !== undefined) complain(startOf(key), [...path, name], { message });
    // An alias has no value of its own to check.
    else if (isAlias(value)) complainOfSharing(value, [...path, name], complain);
    else result[name] = convertNode(value, [...path, name], complain);
  }
  return result;
}

function complaintOfKey(name: string, siblings: JsonMap): string | undefined {
  if (name in siblings) return `The key \`${name}\` is repeated; expected it once.`;
  if (name === "__proto__")
    return "The key is `__proto__`; expected one without a special meaning in JavaScript.";
  if (name === "<<") return `The key is the merge key \`<<\`; ${SHARING}`;
  return undefined;
}

const SHARING = "expected a `$ref` to a shared schema in components/.";

function complainOfSharing(node: unknown, path: Path, complain: Complain): void {
  if (isAlias(node)) {
    complain(startOf(node), path, {
      message: `The value is the alias \`*${node.source}\`; ${SHARING}`,
    });
  } else if ((isMapNode(node) || isSeq(node) || isScalar(node)) && node.anchor !== undefined) {
    complain(startOf(node), path, {
      message: `The value is marked with the anchor \`&${node.anchor}\`; ${SHARING}`,
    });
  }
}

/** The name of a key. The parser has already reported keys that are not scalars (`stringKeys`). */
function keyName(key: unknown): string {
  return isScalar(key) ? String(key.value) : "";
}

function startOf(node: unknown): number {
  return (node as Partial<Node> | null)?.range?.[0] ?? 0; // parsed nodes have a range
}

/** The offset of the deepest existing node on a path. */
function offsetOf(root: unknown, path: Path, atKey: boolean): number {
  let node = root;
  let offset = startOf(root);
  for (const [depth, step] of path.entries()) {
    const child = childOf(node, step);
    if (child === undefined) return offset;
    const { key, value } = child;
    // The key of a map or a list is the nearest location of a value that it does not have.
    const isAtKey = depth === path.length - 1 ? atKey : isMapNode(value) || isSeq(value);
    offset = startOf(isAtKey && key !== undefined ? key : value);
    node = value;
  }
  return offset;
}

/** A value inside a map, with its key, or inside a list. */
function childOf(
  node: unknown,
  step: string | number,
): { readonly key?: unknown; readonly value: unknown } | undefined {
  if (isMapNode(node)) return node.items.find(({ key }) => keyName(key) === step);
  const value: unknown = isSeq(node) ? node.items[Number(step)] : undefined;
  return value === undefined ? undefined : { value };
}

/** Messages for common errors. Others use the message of the parser. */
const SYNTAX_MESSAGES: Readonly<Record<string, string>> = {
  MULTIPLE_DOCS: "The document is a second one (`---`); expected one document in a file.",
  NON_STRING_KEY: "The key is not a string; expected a plain word.",
  TAB_AS_INDENT: "The indentation is a tab; expected spaces.",
};

function syntaxMessage({ code, message }: YAMLError): string {
  return SYNTAX_MESSAGES[code] ?? `The text is invalid YAML: ${message.replace(/\.?$/, ".")}`;
}

// ---- Types

/** One file of a schema folder. */
export interface SchemaFile {
  /** Relative to the schema folder, with `/` between its parts. */
  readonly path: string;
  readonly text: string;
}

export type Path = readonly (string | number)[];

export interface Complaint {
  /** The value that was found and the expected one, as one sentence. */
  readonly message: string;
  readonly suggestion?: string | undefined;
  /** Points at the key instead of its value. */
  readonly atKey?: boolean;
}

/** A parsed file that can locate its values in the text. */
export interface YamlDocument {
  readonly file: string;
  readonly text: string;
  /** `undefined` if the text is not valid YAML. */
  readonly value: unknown;
  /** Looks up the line and column of a complaint. */
  diagnose(path: Path, complaint: Complaint): Diagnostic;
  /** Reports a complaint with its line and column. */
  complain(path: Path, complaint: Complaint): void;
}

export type Report = (diagnostic: Diagnostic) => void;

type Complain = (offset: number, path: Path, complaint: Complaint) => void;
