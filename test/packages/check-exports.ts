/**
 * Reports the exports of each package with their signatures, so that a review sees each change. Run it
 * after `npm run build`: it compares the reports in `docs/exports/`, or writes them with `--write`. It only
 * counts the generated names of the default vendor, which `api.md` lists.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";
import { format } from "prettier";
import { CLIENT, DATA } from "../../src/exports.js";

const WRITE = "npx tsx test/packages/check-exports.ts --write";

const PACKAGES = {
  typewire: ".",
  "typewire-runtime": "src/runtime",
  "typewire-inspector": "src/inspector",
};

/** Declarations of the default vendor's routes and events, and the package of its types. */
const GENERATED = /\/generated\//;

/** The modules that bind the default vendor to the runtime. */
const BINDING = new RegExp(`/generated/(?:${listBinding().join("|")})\\.d\\.ts$`);

function listBinding(): readonly string[] {
  const data: readonly string[] = DATA;
  return Object.entries(CLIENT).flatMap(([subpath, module]) =>
    data.includes(subpath) ? [] : module,
  );
}

const printer = ts.createPrinter({ removeComments: true });

interface Subpath {
  readonly name: string;
  readonly file: string;
}

function listSubpaths(folder: string): readonly Subpath[] {
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    exports: Readonly<Record<string, string | { readonly types: string }>>; // as the build reads it, too
  };
  return Object.entries(exports).flatMap(([name, target]) =>
    typeof target === "string" || name.includes("*")
      ? []
      : [{ name, file: resolve(folder, target.types) }],
  );
}

async function printReport(packageName: string, folder: string): Promise<string> {
  const subpaths = listSubpaths(folder);
  const program = ts.createProgram(
    subpaths.map(({ file }) => file),
    {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      strict: true,
      types: ["node"],
    },
  );
  const checker = program.getTypeChecker();
  const shown = new Map<ts.Symbol, string>();
  const lists = subpaths.map(({ name, file }) => {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${file} is no module; expected declarations.`);
    const symbols = checker
      .getExportsOfModule(module)
      .map((symbol) => resolveAlias(symbol, checker));
    const handwritten = symbols.filter(({ target }) => !isGenerated(target));
    for (const { target, name: exported } of handwritten)
      if (!shown.has(target) && isDeclaredIn(folder, target)) shown.set(target, exported);
    return printList(
      name,
      handwritten.map((each) => each.name),
      symbols.length - handwritten.length,
    );
  });
  const texts = [...shown]
    .sort(([, one], [, other]) => (one < other ? -1 : 1))
    .map(([symbol]) => printDeclarations(symbol));
  const parts = [
    `# ${packageName}`,
    `Written by \`${WRITE}\`. A change here is a change for users: review it as one.`,
    "## Exports",
    ...lists,
    "## Declarations",
    `\`\`\`typescript\n${texts.join("\n\n")}\n\`\`\``,
  ];
  return format(parts.join("\n\n"), { parser: "markdown", printWidth: 100, proseWrap: "always" });
}

function resolveAlias(symbol: ts.Symbol, checker: ts.TypeChecker) {
  const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
  return { name: symbol.name, target: isAlias ? checker.getAliasedSymbol(symbol) : symbol };
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

function printList(subpath: string, names: readonly string[], generated: number): string {
  const list = [...names].sort().map((name) => `\`${name}\``);
  const more = generated === 0 ? [] : [`${generated} generated names`];
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
