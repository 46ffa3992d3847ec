/** Types of text: declarations with their comments, and code with its imports. */
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

export type InterfaceStructure = OptionalKind<InterfaceDeclarationStructure>;

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
  readonly name: string;
  /** The name in the importing module, if it differs. */
  readonly alias?: string;
  readonly module: string;
  readonly isType: boolean;
  /** The name stands for all types of the module: `import type * as name`. */
  readonly isNamespace?: true;
}

/** A text and the names in it that have to be imported. */
export interface Code {
  readonly text: string;
  readonly imports: readonly Imported[];
}

export type Printable = string | Imported | Code;
