/** Types that read the placeholders of a route written as a literal: `GET /things/{id}`. */

/** The names of the placeholders that a literal route requires. */
export type RequiredPlaceholders<Route extends string> =
  BracedPlaceholders<Route> | ColonPlaceholders<Route>;

/** The placeholders in the path: after a `?` or `#`, nothing is required. */
type BracedPlaceholders<Url extends string> =
  Url extends `${infer Before}{${infer Inner}}${infer Rest}`
    ? Before extends `${string}${"?" | "#"}${string}`
      ? never
      : Inner extends `${"?" | "&" | "#"}${string}`
        ? never
        : ExpressionNames<Inner> | BracedPlaceholders<Rest>
    : never;

/** Only simple and reserved expressions are required; the other operators may expand to nothing. */
type ExpressionNames<Inner extends string> = Inner extends `${"." | "/" | ";"}${string}`
  ? never
  : VariableNames<Inner extends `+${infer Names}` ? Names : Inner>;

/** Without the `*` or the length that may follow a name. */
type VariableNames<List extends string> = List extends `${infer First},${infer Rest}`
  ? VariableNames<First> | VariableNames<Rest>
  : List extends `${infer Name}${"*" | ":"}${string}`
    ? Name
    : List;

type ColonPlaceholders<Url extends string> = Url extends `${infer Path}${"?" | "#"}${string}`
  ? ColonPlaceholders<Path>
  : Url extends `${string}/:${infer Rest}`
    ? ColonName<Rest> | ColonPlaceholders<Rest>
    : never;

/** The name is a word, as in `/:file.json`. Digits after a colon are a port. */
type ColonName<Text extends string> = Text extends `${Digit}${string}`
  ? never
  : Exclude<LeadingWord<Text>, "">;

type LeadingWord<
  Text extends string,
  Word extends string = "",
> = Text extends `${infer Character}${infer Rest}`
  ? Character extends WordCharacter
    ? LeadingWord<Rest, `${Word}${Character}`>
    : Word
  : Word;

type Digit = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9";

// prettier-ignore
type Letter =
  | "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" | "j" | "k" | "l" | "m"
  | "n" | "o" | "p" | "q" | "r" | "s" | "t" | "u" | "v" | "w" | "x" | "y" | "z";

type WordCharacter = Letter | Uppercase<Letter> | Digit | "_";
