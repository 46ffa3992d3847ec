/** What follows the name in a declaration. */
export interface TypeText {
  /** An object's type can be an interface; anything else needs an alias. */
  readonly kind: "interface" | "alias";
  /** Of an interface: its members in braces. Of an alias: the type. */
  readonly text: string;
}
