/**
 * Reports the exports of each package with their signatures, so that a review sees each change. Run it
 * after `npm run build`: it compares the reports in `docs/exports/`, or writes them with `--write`. It only
 * counts the generated names of the default vendor, which `api.md` lists.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { format } from "prettier";
import ts from "typescript";
import { CLIENT, DATA } from "../../src/exports.js";

const WRITE = "npx tsx test/packages/check-exports.ts --write";

/** The folder of each package. */
const PACKAGES = {
  typewire: ".",
  "typewire-runtime": "src/runtime",
  "typewire-inspector": "src/inspector",
};

/** Declarations of the default vendor's routes and events, and the package of its types. */
const GENERATED = /\/generated\//;

/** The generated modules that bind the default vendor to the runtime. Their names are listed as handwritten ones are. */
const BINDING = new RegExp(`/generated/(?:${listBindingModules().join("|")})\\.d\\.ts$`);

const printer = ts.createPrinter({ removeComments: true });

const isWriting = process.argv.includes("--write");
for (const [packageName, folder] of Object.entries(PACKAGES)) {
  const file = `docs/exports/${packageName}.api.md`;
  const report = await printReport(packageName, folder);
  if (isWriting) writeFileSync(file, report);
  else if (readFileSync(file, "utf8") !== report) {
    console.error(`${file} differs from the build. To see what has changed: ${WRITE}`);
    process.exitCode = 1;
  }
}

/** A list of the exports of each subpath, then the declarations of the exports that the package has itself. */
async function printReport(packageName: string, folder: string): Promise<string> {
  const subpaths = readExports(folder);
  const lists = subpaths.map(({ subpath, names, generatedCount }) =>
    printList(
      subpath,
      names.map(({ name }) => name),
      generatedCount,
    ),
  );
  const declared = new Map<ts.Symbol, string>();
  for (const { name, symbol } of subpaths.flatMap(({ names }) => names)) {
    if (!declared.has(symbol) && isDeclaredIn(folder, symbol)) declared.set(symbol, name);
  }
  const declarations = [...declared]
    .sort(([, one], [, other]) => (one < other ? -1 : 1))
    .map(([symbol]) => printDeclarations(symbol));
  const parts = [
    `# ${packageName}`,
    `Written by \`${WRITE}\`. A change here is a change for users: review it as one.`,
    "## Exports",
    ...lists,
    "## Declarations",
    `\`\`\`typescript\n${declarations.join("\n\n")}\n\`\`\``,
  ];
  return format(parts.join("\n\n"), { parser: "markdown", printWidth: 100, proseWrap: "always" });
}

// ---- Reading

/** Compiles the declarations of a package, and reads the exports of each subpath. */
function readExports(folder: string): readonly SubpathExports[] {
  const modules = listModules(folder);
  const program = ts.createProgram(
    modules.map(({ file }) => file),
    {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      strict: true,
      types: ["node"],
    },
  );
  const checker = program.getTypeChecker();
  return modules.map(({ subpath, file }) => {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${file} is no module; expected declarations.`);
    const all = checker.getExportsOfModule(module).map((each) => resolveAlias(each, checker));
    const names = all.filter(({ symbol }) => !isGenerated(symbol));
    return { subpath, names, generatedCount: all.length - names.length };
  });
}

/** The file with the declarations of each subpath. */
function listModules(
  folder: string,
): readonly { readonly subpath: string; readonly file: string }[] {
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    exports: Readonly<Record<string, string | { readonly types: string }>>; // as the build reads it, too
  };
  return Object.entries(exports).flatMap(([subpath, target]) =>
    typeof target === "string" || subpath.includes("*")
      ? []
      : [{ subpath, file: resolve(folder, target.types) }],
  );
}

function listBindingModules(): readonly string[] {
  const data: readonly string[] = DATA;
  return Object.entries(CLIENT).flatMap(([subpath, module]) =>
    data.includes(subpath) ? [] : module,
  );
}

/** An export by its own name, with the symbol that declares it, perhaps under another name. */
function resolveAlias(exported: ts.Symbol, checker: ts.TypeChecker): ExportedName {
  const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
  return { name: exported.name, symbol: isAlias ? checker.getAliasedSymbol(exported) : exported };
}

function isGenerated({ declarations = [] }: ts.Symbol): boolean {
  const files = declarations.map((each) => each.getSourceFile().fileName);
  return files.some((file) => GENERATED.test(file) && !BINDING.test(file));
}

/** True for a symbol of this package. The report of another package declares what this one re-exports. */
function isDeclaredIn(folder: string, { declarations = [] }: ts.Symbol): boolean {
  const root = resolve(folder, "dist");
  return declarations.some((each) => resolve(each.getSourceFile().fileName).startsWith(root));
}

// ---- Printing

function printList(subpath: string, names: readonly string[], generatedCount: number): string {
  const list = [...names].sort().map((name) => `\`${name}\``);
  const more = generatedCount === 0 ? [] : [`${generatedCount} generated names`];
  return `### ${subpath}\n\n${[...list, ...more].join(", ") || "No names."}`;
}

function printDeclarations({ declarations = [] }: ts.Symbol): string {
  const statements = declarations.map((each) =>
    ts.isVariableDeclaration(each) ? each.parent.parent : each,
  );
  return statements
    .map((each) => printer.printNode(ts.EmitHint.Unspecified, each, each.getSourceFile()))
    .join("\n");
}

// ---- Types

/** The exports of one subpath. */
interface SubpathExports {
  /** As `package.json` names it: `./webhooks`. */
  readonly subpath: string;
  /** Without the generated names, which are only counted. */
  readonly names: readonly ExportedName[];
  readonly generatedCount: number;
}

interface ExportedName {
  readonly name: string;
  readonly symbol: ts.Symbol;
}
