/**
 * TypeScript 7 as a program beside each worker, which it starts once. It reads files from memory, and
 * needs a tenth of the time of the compiler written in JavaScript.
 */
import { dirname } from "node:path";
import { API, type Diagnostic } from "typescript-7/unstable/sync";

let compiler: API | undefined;

/** The files of the program that is checked at the moment, and the folders above them. */
let virtual: VirtualFiles = new Map();
let virtualFolders: ReadonlySet<string> = new Set();

/**
 * Checks the given files alone. What they import from the disk is checked with the repository.
 *
 * @param folder one that no other call has: the compiler remembers what a path held.
 * @param options as in a `tsconfig.json`.
 * @param isChecked leaves out files that others only import.
 */
export function diagnose(
  folder: string,
  texts: VirtualFiles,
  options: object,
  isChecked: (path: string) => boolean = () => true,
): readonly Diagnostic[] {
  const sources = [...texts.keys()].filter((path) => /\.[cm]?ts$/.test(path));
  const config = `${folder}/tsconfig.json`;
  const project = { compilerOptions: options, files: sources };
  virtual = new Map([...texts, [config, JSON.stringify(project)]]);
  virtualFolders = new Set([...virtual.keys()].flatMap(foldersAbove));
  compiler ??= new API({ fs: { readFile, fileExists, directoryExists } });
  const snapshot = compiler.updateSnapshot({ openProjects: [config] });
  const program = snapshot.getProject(config)?.program;
  if (program === undefined) throw new Error(`The compiler did not open ${config}.`);
  const diagnostics = [
    ...program.getConfigFileParsingDiagnostics(),
    ...program.getProgramDiagnostics(),
    ...sources
      .filter(isChecked)
      .flatMap((path) => [
        ...program.getSyntacticDiagnostics(path),
        ...program.getSemanticDiagnostics(path),
      ]),
  ];
  compiler.updateSnapshot({ closeProjects: [config] }).dispose();
  snapshot.dispose();
  return diagnostics;
}

/** The message and what it is made of, each level indented by two spaces. */
export function printMessage(diagnostic: Diagnostic): string {
  return printChain(diagnostic, "").join("\n");
}

function printChain({ text, messageChain = [] }: Diagnostic, indent: string): readonly string[] {
  return [`${indent}${text}`, ...messageChain.flatMap((next) => printChain(next, `${indent}  `))];
}

/** `undefined` asks the compiler to look at the disk, as it does for whatever is not in memory. */
const readFile = (path: string): string | undefined => virtual.get(path);
const fileExists = (path: string): true | undefined => virtual.has(path) || undefined;
const directoryExists = (path: string): true | undefined => virtualFolders.has(path) || undefined;

function foldersAbove(path: string): readonly string[] {
  const folder = dirname(path);
  return folder === path ? [] : [folder, ...foldersAbove(folder)];
}

/** Files that are not on the disk, by absolute paths of one folder. */
export type VirtualFiles = ReadonlyMap<string, string>;
