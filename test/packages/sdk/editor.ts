/** Names that an editor offers to users of a package, from TypeScript's own service. */
import { join } from "node:path";
import ts from "typescript";
import { Failure } from "./commands.js";
import { type MadePackage, PACKAGE_NAME } from "./made-package.js";

/** Limit of the names that an import from the root offers: a reader does not look through more. */
const MAX_ROOT_NAMES = 80;

/** The place of the cursor in a program. */
const CURSOR = "/**/";

const ROOT = `import { ${CURSOR} } from "${PACKAGE_NAME}";\n`;
const ROUTES = `import { endpoint } from "${PACKAGE_NAME}";\nendpoint("${CURSOR}");\n`;
const EVENTS = `import { validateEventName } from "${PACKAGE_NAME}";\nvalidateEventName("${CURSOR}");\n`;

/**
 * Expects that all routes and all names of events are offered, and that an import from the root does
 * not offer hundreds of names. Returns their number.
 * @param folder A project with the package and a `tsconfig.json`.
 */
export function expectNames(made: MadePackage, folder: string): number {
  const offer = createOffer(folder);
  if (made.routes.length > 0) expectAll("routes", made.routes, offer(ROUTES));
  if (made.events.length > 0) expectAll("events", made.events, offer(EVENTS));
  const rootNames = offer(ROOT).size;
  if (rootNames > 0 && rootNames <= MAX_ROOT_NAMES) return rootNames;
  throw new Failure(`An import offers ${rootNames} names; expected 1 to ${MAX_ROOT_NAMES}.`);
}

/** @param kind A noun for messages, in the plural. */
function expectAll(kind: string, names: readonly string[], offered: ReadonlySet<string>): void {
  const missing = names.filter((name) => !offered.has(name));
  if (missing.length === 0) return;
  const shown = missing.slice(0, 5).join(", ");
  throw new Failure(
    `An editor offers ${offered.size} ${kind}, but not ${missing.length}: ${shown}`,
  );
}

/** Creates a function that lists the names that are offered at the cursor of a program. */
function createOffer(folder: string): (code: string) => ReadonlySet<string> {
  const { config } = ts.readConfigFile(join(folder, "tsconfig.json"), (path) =>
    ts.sys.readFile(path),
  ) as { config: unknown };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  const files = new Map<string, string>();
  const service = ts.createLanguageService({
    getScriptFileNames: () => [...files.keys()],
    getScriptVersion: () => "0",
    getScriptSnapshot(path) {
      const text = files.get(path) ?? ts.sys.readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCompilationSettings: () => options,
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: (each) => ts.getDefaultLibFilePath(each),
    fileExists: (path) => files.has(path) || ts.sys.fileExists(path),
    readFile: (path) => files.get(path) ?? ts.sys.readFile(path),
    readDirectory: (...parameters) => ts.sys.readDirectory(...parameters),
    directoryExists: (path) => ts.sys.directoryExists(path),
    getDirectories: (path) => ts.sys.getDirectories(path),
  });
  return (code) => {
    const path = join(folder, `cursor-${files.size}.ts`);
    const position = code.indexOf(CURSOR);
    files.set(path, code.replace(CURSOR, ""));
    const { entries = [] } = service.getCompletionsAtPosition(path, position, {}) ?? {};
    return new Set(entries.map(({ name }) => name));
  };
}
