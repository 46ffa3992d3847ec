/** Declarations of types as trees. `type-syntax.ts` reads them, `inline-types.ts` and `type-layout.ts` print them. */

/** The lines above a declaration or a member. */
export interface Above {
  /** A blank line stands above it. */
  readonly isApart: boolean;
  /** With their delimiters. */
  readonly comments: readonly string[];
}

export type Declaration = Alias | Interface;

interface Alias extends Above {
  /** Ends with the name: `export type Order`. */
  readonly head: string;
  readonly type: TypeNode;
}

interface Interface extends Above {
  readonly head: string;
  readonly bases: readonly Item[];
  readonly members: readonly Member[];
}

/** A property, an index signature, or a method. */
export interface Member extends Above {
  /** Precedes the colon or the parameters: `readonly name?`, `[name: string]`. */
  readonly head: string;
  /** Set for a method. */
  readonly parameters?: readonly Item[];
  readonly type: TypeNode;
}

/** A type of a list: an argument, a parameter, a base, or an item of a tuple. */
export interface Item {
  /** Precedes the type: `name?`, or `...`. */
  readonly label: string;
  readonly type: TypeNode;
}

export type TypeNode =
  /** A name with its arguments, or a literal. */
  | { readonly kind: "name"; readonly text: string; readonly args: readonly Item[] }
  | { readonly kind: "union" | "intersection"; readonly types: readonly TypeNode[] }
  | ObjectNode
  | { readonly kind: "list"; readonly type: TypeNode }
  | { readonly kind: "lookup"; readonly type: TypeNode; readonly key: TypeNode }
  | { readonly kind: "tuple"; readonly items: readonly Item[] }
  | { readonly kind: "operator"; readonly operator: string; readonly type: TypeNode }
  /** A function without parameters. */
  | { readonly kind: "function"; readonly result: TypeNode };

export interface ObjectNode {
  readonly kind: "object";
  readonly members: readonly Member[];
  /** The first member stands on a line of its own. */
  readonly isExpanded: boolean;
}

/** A type that has another one inside without brackets. */
export type Outer = "union" | "intersection" | "list" | "lookup" | "operator";
