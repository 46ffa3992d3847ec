/** Types of text: declarations with their comments, code with its imports, and modules made of both. */
import type { InterfaceDeclarationStructure, OptionalKind } from "ts-morph";

// ---- Declarations

/** One exported type. */
export interface TypeDeclaration {
  readonly name: string;
  readonly type: TypeText;
  readonly doc: Doc;
  /** Interfaces that an interface extends. */
  readonly bases?: readonly string[];
}

/** A type as text, without its name. */
export interface TypeText {
  /** An object's type can be an interface; anything else needs an alias. */
  readonly kind: "interface" | "alias";
  /** The members of an interface in braces, or the type of an alias. */
  readonly text: string;
}

/** An interface whose comments are texts. */
export interface InterfaceStructure extends Omit<
  OptionalKind<InterfaceDeclarationStructure>,
  "docs" | "isExported"
> {
  readonly docs?: readonly string[];
}

/** The contents of a documentation comment. */
export interface Doc {
  readonly text?: string | undefined;
  /** The address of the documentation. */
  readonly docs?: string | undefined;
  readonly deprecated?: boolean;
  /** Tags with their texts, which may hold anything: `["@throws", "NotFoundError for 404"]`. */
  readonly tags?: readonly (readonly [tag: string, text: string])[];
}

// ---- Code

/** A name that another module declares. Each module that prints the name imports it. */
export interface Imported {
  /** `*` for all names of the module, which only an export can have. */
  readonly name: string;
  /** The name in the importing module, if it differs. */
  readonly alias?: string;
  /** A path from the importing module to a generated one, or the specifier of a package. */
  readonly module: string;
  readonly isType: boolean;
  /** The name stands for all types of the module: `import type * as name`. */
  readonly isNamespace?: true;
}

/** A text with the names in it that have to be imported. */
export interface Code {
  readonly parts: readonly Part[];
  readonly imports: readonly Imported[];
}

/** A piece of text, or what depends on the file that it is printed into. */
export type Part = string | Head | Member | Specifier;

/** The beginning of a declaration at the top of a module: `export const name`. */
export interface Head {
  readonly kind: "head";
  /** Precedes the name: `const`, `declare const`, `interface`. */
  readonly keyword: string;
  readonly name: string;
  readonly isExported: boolean;
}

/** A type as a member of a namespace, which its module imports: `$routes.Routes`. */
export interface Member {
  readonly kind: "member";
  readonly namespace: Imported;
  readonly name: string;
}

/** The specifier of a generated module, in quotes: `import("./samples.js")`. */
export interface Specifier {
  readonly kind: "specifier";
  readonly module: string;
}

export type Printable = string | Imported | Code;

// ---- Modules

/** A module before it is printed. Its imports are those of its declarations. */
export interface Module {
  /** Stands above all else, such as a directive to the compiler. */
  readonly comment?: string;
  /** Names of other modules that this one exports. Each list is sorted by itself. */
  readonly exports?: readonly (readonly Imported[])[];
  /** Blank lines are put between blocks. */
  readonly blocks?: readonly Block[];
  /** Names of the module itself that it exports under others. */
  readonly renamed?: readonly Renamed[];
}

/** Declarations that are formatted together, so that a change to one block formats no other again. */
export type Block = Printable | FinalBlock;

/** Declarations as they are printed: data, or a line for each of many, which Prettier need not see. */
export interface FinalBlock {
  readonly kind: "final";
  readonly code: Code;
}

export interface Renamed {
  readonly local: string;
  readonly name: string;
}
