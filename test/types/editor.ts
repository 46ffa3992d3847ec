/** What an editor shows: a language service over one unsaved file that imports `typewire`. */
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("../..", import.meta.url));
const file = fileURLToPath(new URL("unsaved.ts", import.meta.url));

/** Marks a position; it stands in no program. */
const caret = "¦";

export interface Editor {
  /** Messages of the errors in the text, related ones indented below. */
  errors(text: string): readonly string[];
  /** What completes at the `¦` in the text. */
  completions(text: string): readonly string[];
  /** The type shown at the `¦` in the text. */
  hover(text: string): string;
  /** The documentation shown with that type. */
  documentation(text: string): string;
  /** How many types a compiler makes of others to check the text. */
  instantiations(text: string): number;
}

export function openEditor(): Editor {
  let text = "";
  let version = 0;
  const service = ts.createLanguageService(createHost(() => ({ text, version })));
  const open = (next: string) => {
    const position = next.indexOf(caret);
    text = position === -1 ? next : next.slice(0, position) + next.slice(position + 1);
    version += 1;
    return position;
  };
  return {
    errors(next) {
      open(next);
      const found = [
        ...service.getSyntacticDiagnostics(file),
        ...service.getSemanticDiagnostics(file),
      ];
      return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
    },
    completions(next) {
      const position = open(next);
      return (
        service
          .getCompletionsAtPosition(file, position, undefined)
          ?.entries.map(({ name }) => name) ?? []
      );
    },
    hover(next) {
      const position = open(next);
      const info = service.getQuickInfoAtPosition(file, position);
      return ts.displayPartsToString(info?.displayParts);
    },
    documentation(next) {
      const position = open(next);
      const info = service.getQuickInfoAtPosition(file, position);
      return ts.displayPartsToString(info?.documentation);
    },
    instantiations(next) {
      open(next);
      const program = service.getProgram();
      program?.getSemanticDiagnostics(program.getSourceFile(file));
      return program?.getInstantiationCount() ?? Number.NaN;
    },
  };
}

function createHost(unsaved: () => { text: string; version: number }): ts.LanguageServiceHost {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(`${root}/test/types/tsconfig.json`, (path) => ts.sys.readFile(path)).config,
    ts.sys,
    `${root}/test/types`,
  );
  return {
    getCompilationSettings: () => options,
    getCurrentDirectory: () => root,
    getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
    getScriptFileNames: () => [file],
    getScriptVersion: (path) => (path === file ? String(unsaved().version) : "0"),
    getScriptSnapshot(path) {
      if (path === file) return ts.ScriptSnapshot.fromString(unsaved().text);
      const text = ts.sys.readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    fileExists: (path) => path === file || ts.sys.fileExists(path),
    readFile: (path) => (path === file ? unsaved().text : ts.sys.readFile(path)),
    directoryExists: (path) => ts.sys.directoryExists(path),
    getDirectories: (path) => ts.sys.getDirectories(path),
    readDirectory: (...parameters) => ts.sys.readDirectory(...parameters),
  };
}
