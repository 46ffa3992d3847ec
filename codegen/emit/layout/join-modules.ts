/**
 * Joins generated modules into fewer files. It works on their printed text, whose statements have one
 * form, so that no emitter has to know in which file its module ends up.
 */
import { posix } from "node:path";
import { LINE_WIDTH } from "../print/print.js";

/** A module without its header. */
export interface ModuleText {
  readonly path: string;
  readonly text: string;
}

/** A file that several modules become. */
export interface Joint {
  readonly path: string;
  /** The first of two modules that export the same name wins. */
  readonly members: readonly string[];
  /** Modules whose declarations nothing outside of the file imports. */
  readonly inner: readonly string[];
}

/**
 * Joins the modules of each joint. A module whose names clash with those before it stays a file of its
 * own. Specifiers lead to the new files.
 * @returns the files, each with the modules that it is made of.
 */
export function joinModules(
  modules: readonly ModuleText[],
  joints: readonly Joint[],
): readonly JoinedModule[] {
  const parsed = new Map(modules.map((module) => [module.path, parseModule(module)]));
  const groups = joints.flatMap(({ path, members, inner }) => {
    const group = chooseMembers(members.flatMap((member) => parsed.get(member) ?? []));
    return group.length === 0 ? [] : [{ path, group, inner }];
  });
  const homes = new Map(
    groups.flatMap(({ path, group }) => group.map((each) => [each.path, path])),
  );
  const homeOf = (path: string): string => homes.get(path) ?? path;
  const joined = groups.map(({ path, group, inner }) => ({
    path,
    members: group.map((each) => each.path),
    text: printGroup(path, group, inner, homeOf),
  }));
  const others = [...parsed.values()].filter((module) => !homes.has(module.path));
  return [
    ...joined,
    ...others.map((module) => ({
      path: module.path,
      members: [module.path],
      text: printGroup(module.path, [module], [], homeOf),
    })),
  ];
}

// ---- Parsing

/** A statement that imports or exports names of another module. */
const FROM = /^(import|export)( type)? (\{[^}]*\}|\*(?: as [\w$]+)?) from "([^"]+)";\n?/gm;

/** A statement that exports one name of the module itself, or one that it imports. */
const LOCAL_EXPORT = /^export \{ ([\w$]+) \};\n/gm;

const DECLARATION =
  /^(?:export )?(?:declare )?(?:const|let|function|class|interface|type) ([\w$]+)/gm;

/** A comment at the top, which tells the compiler not to check a module. */
const PRAGMA = /^\/\/ @ts-nocheck.*\n/;

function parseModule({ path, text: whole }: ModuleText): ParsedModule {
  const [pragma = ""] = PRAGMA.exec(whole) ?? [];
  const text = whole.slice(pragma.length);
  const links = [...text.matchAll(FROM)].flatMap(
    ([, keyword, type, names = "", specifier = ""]) => {
      const module = resolveSpecifier(path, specifier);
      const link = { isExport: keyword === "export", isType: type !== undefined, module };
      if (names.startsWith("*"))
        return [{ ...link, name: "*", local: names.slice("* as ".length) }];
      return names
        .slice(1, -1)
        .split(",")
        .map((each) => each.trim())
        .filter((each) => each !== "")
        .map((each) => {
          const [name = "", local = name] = each.split(" as ");
          return { ...link, name, local };
        });
    },
  );
  const body = text
    .replace(FROM, "")
    .replace(LOCAL_EXPORT, (statement, name: string) => {
      const imported = links.find((link) => !link.isExport && link.local === name);
      if (imported) links.push({ ...imported, isExport: true });
      return imported ? "" : statement;
    })
    .trim();
  const declared = new Set([...body.matchAll(DECLARATION)].map(([, name = ""]) => name));
  return { path, pragma: pragma.trim(), links, body, declared };
}

/** The path of a generated module; any other specifier stays as it is. */
function resolveSpecifier(from: string, specifier: string): string {
  if (!specifier.startsWith(".")) return specifier;
  return posix.join(posix.dirname(from), specifier.replace(/\.js$/, ".ts"));
}

// ---- Choosing

/** Leaves out each module that has another meaning for a name of those before it. */
function chooseMembers(candidates: readonly ParsedModule[]): readonly ParsedModule[] {
  const chosen: ParsedModule[] = [];
  for (const module of candidates) if (!clashes([...chosen, module])) chosen.push(module);
  return chosen;
}

function clashes(group: readonly ParsedModule[]): boolean {
  const inGroup = new Map(group.map((module) => [module.path, module]));
  const meanings = new Map<string, string>();
  const hasOther = (local: string, meaning: string): boolean => {
    const known = meanings.get(local) ?? meaning;
    meanings.set(local, known);
    return known !== meaning;
  };
  for (const { path, declared } of group)
    for (const name of declared) if (hasOther(name, `${path} ${name}`)) return true;
  return group.some(({ links }) =>
    links.some(({ isExport, module, name, local }) => {
      if (name === "*") return false;
      const target = inGroup.get(module);
      if (target === undefined) return !isExport && hasOther(local, `${module} ${name}`);
      if (target.declared.has(name)) return name !== local && !isExport;
      const origin = findOrigin(target, name);
      if (origin === undefined || name !== local) return true;
      return !isExport && hasOther(local, `${origin.module} ${origin.name}`);
    }),
  );
}

/** The statement by which a module passes a name on. */
function findOrigin({ links }: ParsedModule, name: string): Link | undefined {
  return links.find((each) => each.isExport && each.local === name);
}

// ---- Printing

function printGroup(
  path: string,
  group: readonly ParsedModule[],
  inner: readonly string[],
  homeOf: (path: string) => string,
): string {
  const { imports, exports, renamed, namespaces } = collectLinks(path, group, homeOf);
  const bodies = sortByUse(group).map((module) => {
    const moved = relocateImports(module, path, homeOf);
    const text = renameNamespaces(moved, namespaces.get(module) ?? new Map());
    return inner.includes(module.path) ? hideNames(text, module, group) : text;
  });
  const tail = renamed.length === 0 ? "" : `export { ${renamed.join(", ")} };`;
  const pragmas = [...new Set(group.map(({ pragma }) => pragma))];
  const parts = [...pragmas, imports.print("import"), exports.print("export"), ...bodies, tail];
  return `${parts.filter((text) => text !== "").join("\n\n")}\n`;
}

/** Collects the imports and exports of a group, without those between its modules. */
function collectLinks(
  path: string,
  group: readonly ParsedModule[],
  homeOf: (path: string) => string,
) {
  const inGroup = new Map(group.map((module) => [module.path, module]));
  const declared = new Set(group.flatMap((module) => [...module.declared]));
  const imports = new Statements();
  const exports = new Statements();
  const renamed: string[] = [];
  const namespaces = new Map(group.map((module) => [module, new Map<string, string>()]));
  const addInner = (link: Link, target: ParsedModule): void => {
    if (link.isExport && link.name !== link.local) {
      renamed.push(`${link.name} as ${link.local}`);
    } else if (!link.isExport && !target.declared.has(link.name)) {
      const origin = findOrigin(target, link.name);
      if (origin) imports.add({ ...origin, isType: link.isType }, origin.module);
    }
  };
  for (const module of group) {
    for (const link of module.links) {
      const target = inGroup.get(link.module);
      const home = homeOf(link.module);
      const specifier = home.endsWith(".ts") ? printSpecifier(path, home) : home;
      const isNamespace = link.name === "*" && link.local !== "";
      if (isNamespace) {
        const local = home === link.module ? link.local : `$${posix.basename(home, ".ts")}`;
        namespaces.get(module)?.set(link.local, target ? "" : `${local}.`);
        if (!target) imports.add({ ...link, local }, specifier);
      } else if (target) {
        if (link.name !== "*") addInner(link, target);
      } else if (!link.isExport) imports.add(link, specifier);
      else if (!declared.has(link.local)) exports.add(link, specifier);
    }
  }
  return { imports, exports, renamed, namespaces };
}

/** Sorts modules so that each constant is declared before a module uses it. */
function sortByUse(group: readonly ParsedModule[]): readonly ParsedModule[] {
  const sorted = new Set<ParsedModule>();
  const visiting = new Set<ParsedModule>();
  const visit = (module: ParsedModule): void => {
    if (visiting.has(module)) return;
    visiting.add(module);
    for (const link of module.links) {
      const used = group.find(({ path }) => path === link.module);
      if (used) visit(used);
    }
    sorted.add(module);
  };
  for (const module of group) visit(module);
  return [...sorted];
}

/** Leads `import("…")` in a body to the new files. */
function relocateImports(
  { path, body }: ParsedModule,
  to: string,
  homeOf: (path: string) => string,
): string {
  return body.replace(/\bimport\("(\.[^"]+)"\)/g, (_, specifier: string) => {
    const home = homeOf(resolveSpecifier(path, specifier));
    return `import("${printSpecifier(to, home)}")`;
  });
}

function printSpecifier(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to).replace(/\.ts$/, ".js");
  return path.startsWith(".") ? path : `./${path}`;
}

/** Matches texts and comments, in which nothing is renamed, or a namespace before a name. */
const NAMESPACE = /"(?:[^"\\\n]|\\.)*"|`[^`]*`|\/\*[\s\S]*?\*\/|\/\/.*|(\$\w+)\./g;

function renameNamespaces(body: string, renames: ReadonlyMap<string, string>): string {
  if (renames.size === 0) return body;
  return body.replace(NAMESPACE, (text: string, namespace: string | undefined) =>
    namespace === undefined ? text : (renames.get(namespace) ?? text),
  );
}

/** Takes `export` from declarations that only this file uses. A compiler complains of those that nothing uses. */
function hideNames(
  body: string,
  { declared }: ParsedModule,
  group: readonly ParsedModule[],
): string {
  const whole = group.map((module) => module.body).join("\n");
  const isUsed = (name: string): boolean => {
    const escaped = name.replaceAll("$", "\\$");
    return whole.split(new RegExp(`(?<![\\w$])${escaped}(?![\\w$])`)).length > 2;
  };
  return [...declared].filter(isUsed).reduce((text, name) => {
    const pattern = new RegExp(
      `^export ((?:const|function|interface|type) ${name.replaceAll("$", "\\$")}\\b)`,
      "m",
    );
    return text.replace(pattern, "$1");
  }, body);
}

/** Import or export statements, one for the values and one for the types of a module. */
class Statements {
  readonly #names = new Map<string, Map<string, { readonly text: string; isType: boolean }>>();
  /** Names that are exported already, by their modules. */
  readonly #taken = new Map<string, string>();

  add({ name, local, isType }: Link, specifier: string): void {
    const key = name === "*" ? `* ${local} ${specifier}` : local;
    if ((this.#taken.get(key) ?? specifier) !== specifier) return;
    this.#taken.set(key, specifier);
    const names = this.#names.get(specifier) ?? new Map<string, never>();
    this.#names.set(specifier, names);
    const as = name === local || local === "" ? "" : ` as ${local}`;
    const known = names.get(key);
    names.set(key, { text: name + as, isType: isType && known?.isType !== false });
  }

  print(keyword: "import" | "export"): string {
    const modules = [...this.#names].sort(
      ([one], [other]) => Number(one.startsWith(".")) - Number(other.startsWith(".")),
    );
    return modules
      .flatMap(([specifier, names]) => printModuleNames(keyword, specifier, [...names.values()]))
      .join("\n");
  }
}

function printModuleNames(
  keyword: string,
  specifier: string,
  names: readonly { readonly text: string; readonly isType: boolean }[],
): readonly string[] {
  return [false, true].flatMap((isType) => {
    const texts = names.filter((each) => each.isType === isType).map(({ text }) => text);
    const start = `${keyword}${isType ? " type" : ""}`;
    const from = `from "${specifier}";`;
    const whole = texts.filter((text) => text.startsWith("*"));
    const listed = texts.filter((text) => !text.startsWith("*")).sort(compareNames);
    return [
      ...whole.map((text) => `${start} ${text} ${from}`),
      ...(listed.length === 0 ? [] : [printList(start, listed, from)]),
    ];
  });
}

/** Breaks a list of many names into lines, as Prettier does. */
function printList(start: string, names: readonly string[], from: string): string {
  const line = `${start} { ${names.join(", ")} } ${from}`;
  if (line.length <= LINE_WIDTH) return line;
  return [`${start} {`, ...names.map((name) => `  ${name},`), `} ${from}`].join("\n");
}

function compareNames(one: string, other: string): number {
  return one.toLowerCase() < other.toLowerCase() ? -1 : 1;
}

interface JoinedModule extends ModuleText {
  readonly members: readonly string[];
}

interface ParsedModule {
  readonly path: string;
  /** Empty for a module that is checked. */
  readonly pragma: string;
  readonly links: readonly Link[];
  /** The text without statements that import or export names of other modules. */
  readonly body: string;
  /** Names that the module declares at its top level. */
  readonly declared: ReadonlySet<string>;
}

/** One name of an import or export statement. */
interface Link {
  readonly isExport: boolean;
  readonly isType: boolean;
  /** The path of a generated module, or the specifier of a package. */
  readonly module: string;
  /** `*` for all names. */
  readonly name: string;
  /** Empty for `export *`. */
  readonly local: string;
}
