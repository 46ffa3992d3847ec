/**
 * An editor for tests: a language service over unsaved files that import `typewire`. One service serves
 * all files of tests that a worker runs, because it takes seconds to read the library's types.
 */
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Marks a position; it stands in no program. */
const caret = "¦";

/**
 * @param texts programs that are opened side by side, each a module of its own, with or without a `¦`. All
 *   of them cost about as much as one; each further text costs as much again.
 */
export function openEditor(texts: readonly string[] = []): Editor {
  const together = texts.map(withoutCaret);
  const open = (text: string): Opened => openText(text, together);
  return {
    errors(text) {
      const { path } = open(text);
      const diagnostics = [
        ...service.getSyntacticDiagnostics(path),
        ...service.getSemanticDiagnostics(path),
      ];
      return diagnostics.map(({ messageText }) =>
        ts.flattenDiagnosticMessageText(messageText, "\n"),
      );
    },
    completions(text) {
      const { path, position } = open(text);
      const completions = service.getCompletionsAtPosition(path, position, undefined);
      return completions?.entries.map(({ name }) => name) ?? [];
    },
    hover(text) {
      const { path, position } = open(text);
      const info = service.getQuickInfoAtPosition(path, position);
      return ts.displayPartsToString(info?.displayParts);
    },
    documentation(text) {
      const { path, position } = open(text);
      const info = service.getQuickInfoAtPosition(path, position);
      return ts.displayPartsToString(info?.documentation);
    },
    instantiations(text) {
      unsaved.clear(); // other texts would be counted as well
      const { path } = openText(text, []);
      const program = service.getProgram();
      program?.getSemanticDiagnostics(program.getSourceFile(path));
      return program?.getInstantiationCount() ?? Number.NaN;
    },
  };
}

/** Paths of the unsaved files that are open, by their texts. */
const unsaved = new Map<string, string>();
let opened = 0;
const service = ts.createLanguageService(createHost());

/** Opens a text beside those that belong together, unless it is open. */
function openText(marked: string, together: readonly string[]): Opened {
  const text = withoutCaret(marked);
  if (!unsaved.has(text)) {
    const texts = new Set([...together, text]);
    for (const other of unsaved.keys()) if (!texts.has(other)) unsaved.delete(other);
    for (const other of texts) if (!unsaved.has(other)) unsaved.set(other, nextPath());
  }
  return { path: unsaved.get(text) ?? "", position: marked.indexOf(caret) };
}

/** A path is never used for another text, so that no version has to be counted. */
function nextPath(): string {
  return fileURLToPath(new URL(`unsaved${opened++}.ts`, import.meta.url));
}

function withoutCaret(text: string): string {
  return text.replace(caret, "");
}

function createHost(): ts.LanguageServiceHost {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(`${root}/test/types/tsconfig.json`, (path) => ts.sys.readFile(path)).config,
    ts.sys,
    `${root}/test/types`,
  );
  const textOf = (path: string): string | undefined =>
    [...unsaved].find(([, other]) => other === path)?.[0];
  return {
    getCompilationSettings: () => options,
    getCurrentDirectory: () => root,
    getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
    getScriptFileNames: () => [...unsaved.values()],
    getScriptVersion: () => "0",
    getScriptSnapshot(path) {
      const text = textOf(path) ?? ts.sys.readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    fileExists: (path) => textOf(path) !== undefined || ts.sys.fileExists(path),
    readFile: (path) => textOf(path) ?? ts.sys.readFile(path),
    directoryExists: (path) => ts.sys.directoryExists(path),
    getDirectories: (path) => ts.sys.getDirectories(path),
    readDirectory: (...parameters) => ts.sys.readDirectory(...parameters),
  };
}

export interface Editor {
  /** Messages of the errors in the text, related ones indented below. */
  errors(text: string): readonly string[];
  /** The names that complete at the `¦` in the text. */
  completions(text: string): readonly string[];
  /** The type shown at the `¦` in the text. */
  hover(text: string): string;
  /** The documentation shown with that type. */
  documentation(text: string): string;
  /** The number of types that a compiler makes of others to check the text. */
  instantiations(text: string): number;
}

interface Opened {
  readonly path: string;
  /** Of the `¦`, which is -1 without one. */
  readonly position: number;
}
