/** Code of a generated module as another file has it, into which several modules are joined. */
import { posix } from "node:path";
import { codeOfBlock, isFinal } from "../print/module.js";
import type { Block, Code, Imported, Part } from "../print/types.js";
import { findOrigin, isWhole, type LinkedModule, resolveSpecifier } from "./module-links.js";

/**
 * Moves code into a new file, for example that of `a.ts` into `all.ts`, which takes up `b.ts`, too. What `a.ts` imports
 * from `b.ts` is declared in `all.ts` itself: the import disappears. Every other specifier leads from the new file to
 * the one that has the module now.
 */
export class CodeMover {
  readonly #path: string;
  readonly #members: ReadonlyMap<string, LinkedModule>;
  readonly #homes: ReadonlyMap<string, string>;

  /**
   * @param path The new file.
   * @param members The modules that the new file takes up.
   * @param homes The files of modules that are joined anywhere.
   */
  constructor(path: string, members: readonly LinkedModule[], homes: ReadonlyMap<string, string>) {
    this.#path = path;
    this.#members = new Map(members.map((module) => [module.path, module]));
    this.#homes = homes;
  }

  /**
   * A block as the new file has it.
   * @param hidden The names that it no longer exports.
   */
  moveBlock(block: Block, from: LinkedModule, hidden: ReadonlySet<string>): Block {
    const { parts, imports } = codeOfBlock(block);
    const code: Code = {
      parts: parts.map((part) => this.#movePart(part, from, hidden)),
      imports: imports.flatMap((imported) => this.#moveImport(imported, from) ?? []),
    };
    return isFinal(block) ? { kind: "final", code } : code;
  }

  #movePart(part: Part, from: LinkedModule, hidden: ReadonlySet<string>): Part {
    if (typeof part === "string") return part;
    switch (part.kind) {
      case "head":
        return { ...part, isExported: part.isExported && !hidden.has(part.name) };
      case "member": {
        const namespace = this.#moveImport(part.namespace, from);
        return namespace === undefined ? part.name : { ...part, namespace };
      }
      case "specifier": {
        const module = this.#specifierOf(resolveSpecifier(from.path, part.module));
        return { ...part, module };
      }
    }
  }

  /**
   * An import from the new file; `undefined` for what the file declares itself. A name that a member of the file only
   * passes on is imported from where it is declared.
   */
  #moveImport(imported: Imported, from: LinkedModule): Imported | undefined {
    const module = resolveSpecifier(from.path, imported.module);
    const target = this.#members.get(module);
    if (target === undefined) return this.relocate(imported, module);
    if (isWhole(imported) || target.declared.has(imported.name)) return undefined;
    const origin = findOrigin(target, imported.name);
    if (origin === undefined) return undefined;
    return { ...this.relocate(origin.imported, origin.module), isType: imported.isType };
  }

  /** A name of a module, as the new file has it; a namespace is named after the file that has the module now. */
  relocate(imported: Imported, module: string): Imported {
    const home = this.#homes.get(module);
    const moved = { ...imported, module: this.#specifierOf(module) };
    if (!imported.isNamespace || home === undefined) return moved;
    return { ...moved, name: `$${posix.basename(home, ".ts")}` };
  }

  /** The specifier of a module in the new file. */
  #specifierOf(module: string): string {
    const home = this.#homes.get(module) ?? module;
    if (!home.endsWith(".ts")) return home;
    const path = posix.relative(posix.dirname(this.#path), home).replace(/\.ts$/, ".js");
    return path.startsWith(".") ? path : `./${path}`;
  }
}

/** Imports a name that one module has as a type and another as a value only as the value. */
export function importOnce(blocks: readonly Block[]): readonly Block[] {
  const keyOf = ({ module, name, alias = name }: Imported): string => `${module} ${alias}`;
  const values = new Set(
    blocks
      .flatMap((block) => codeOfBlock(block).imports)
      .filter(({ isType }) => !isType)
      .map(keyOf),
  );
  return blocks.map((block): Block => {
    const { parts, imports } = codeOfBlock(block);
    const code: Code = {
      parts,
      imports: imports.map((each) => ({
        ...each,
        isType: each.isType && !values.has(keyOf(each)),
      })),
    };
    return isFinal(block) ? { kind: "final", code } : code;
  });
}
