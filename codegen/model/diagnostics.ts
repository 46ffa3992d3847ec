/** One complaint about the YAML. */
export interface Diagnostic {
  /** Relative to the schema folder. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1. */
  readonly column: number;
  /** The keys that lead to the value, such as `["issues", "actions", 3]`. */
  readonly path: readonly (string | number)[];
  /** `<What> is <got>; expected <expected>.` and perhaps a sentence of advice. */
  readonly message: string;
  /** The most similar known key or value, if there is one. */
  readonly suggestion?: string;
}

/** Thrown with all complaints about a schema folder. */
export class SchemaError extends Error {
  override readonly name = "SchemaError";
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(formatDiagnostic).join("\n"));
    this.diagnostics = diagnostics;
  }
}

/** `events.yaml:12:5  issues.actions[3]: The value is 7; expected a string. Did you mean …?` */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { file, line, column, path, message, suggestion } = diagnostic;
  const hint = suggestion === undefined ? "" : ` Did you mean \`${suggestion}\`?`;
  const prefix = path.length === 0 ? "" : `${formatPath(path)}: `;
  return `${file}:${line}:${column}  ${prefix}${message}${hint}`;
}

/** `issues.actions[3]`. A key that is not a plain word is quoted: `["GET /x"].query`. */
export function formatPath(path: readonly (string | number)[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    if (!/^[\w$-]+$/.test(key)) return `${text}[${JSON.stringify(key)}]`;
    return text === "" ? key : `${text}.${key}`;
  }, "");
}
