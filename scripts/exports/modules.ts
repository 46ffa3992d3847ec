/** Prints the modules of the runtime, each of which passes on what a subpath exports. */
import { posix } from "node:path";
import { type Names, RUNTIME, RUNTIME_ROOT, type Subpath } from "../../src/exports.js";

/** Prints each module, by its path below the runtime. */
export function printModules(): Readonly<Record<string, string>> {
  const subpaths = Object.entries<Subpath>(RUNTIME).map(
    ([name, subpath]) => [`${name}.ts`, printModule(name, subpath)] as const,
  );
  return { ...Object.fromEntries(subpaths), "index.ts": printRoot() };
}

const HEADER = "// Made of src/exports.ts by `npm run codegen`. Do not edit.\n\n";

/** Prints the module of a subpath, with one export for each module of the sources. */
function printModule(subpath: string, { about, names }: Subpath): string {
  const namesByModule = new Map<string, string[]>();
  for (const part of Object.values(names)) {
    for (const [module, list] of Object.entries<Names[string]>(part))
      namesByModule.set(module, [...(namesByModule.get(module) ?? []), ...list]);
  }
  const folder = posix.dirname(`runtime/${subpath}`);
  const lines = [...namesByModule].map(([module, list]) => {
    // A module such as `#explain` has another file on each platform.
    const from = module.startsWith("#") ? module : `${posix.relative(folder, module)}.js`;
    return printExport(list, from);
  });
  return `${HEADER}/** ${about} */\n${lines.join("")}`;
}

function printRoot(): string {
  const whole = RUNTIME_ROOT.all.map((name) => printExport(["*"], `./${name}.js`));
  const chosen = Object.entries(RUNTIME_ROOT.some).map(([name, list]) =>
    printExport(list, `./${name}.js`),
  );
  return `${HEADER}/** ${RUNTIME_ROOT.about} */\n${[...whole, ...chosen].join("")}`;
}

/** Prints an export of names. A type has the word `type` before its name, as in the table. */
function printExport(names: readonly string[], from: string): string {
  if (names.includes("*")) return `export * from "${from}";\n`;
  if (!names.every(isType)) return `export { ${names.join(", ")} } from "${from}";\n`;
  // The linter wants one `type` for a list of types alone.
  const types = names.map((name) => name.slice(TYPE.length));
  return `export type { ${types.join(", ")} } from "${from}";\n`;
}

const TYPE = "type ";

function isType(name: string): boolean {
  return name.startsWith(TYPE);
}
