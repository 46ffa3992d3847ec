/**
 * Differences between a generated client and the reading of a description that are meant. Every other
 * one fails the check.
 */

/** The path whose operations take a body, or a property of it, that no value can be. */
const IMPOSSIBLE = "/anything/quirks/polymorphism";

/** Each entry explains the differences that look like the one above its pattern. */
const EXPLANATIONS: readonly Explanation[] = [
  {
    // POST /notes (required): the header idempotency-key is 0b0c…-…; expected undefined
    difference: /^POST .*: the header idempotency-key is [0-9a-f-]{36}; expected undefined$/,
    reason: "the client makes a key for each POST where the service takes one (contract F.12)",
  },
  {
    // POST /anything/… (everything) does not compile: Type 'string' is not assignable to type 'never'. in
    // client.request("POST /anything/…", { "data": …
    // (on one line; the route, which \1 repeats, is the same at both places)
    difference: new RegExp(
      `^(P\\w+ ${IMPOSSIBLE}) \\(.*\\) does not compile: Type 'string' is not assignable to ` +
        `type '(?:never|undefined)'\\. in client\\.request\\("\\1", \\{ "(?:data|incompatible)": `,
    ),
    reason: "no value has all the types that `allOf` asks for: text and a number",
  },
  {
    // GET <the link to the next page> (required): …
    difference: /^[A-Z]+ \/?<[^<>]+> /,
    reason: "a response gives the whole URL, which callers pass as the route; an import says so",
  },
];

/** Separates the differences that are meant from the others. */
export function explain(differences: readonly string[]): Explained {
  const counts = new Map<string, number>();
  const unexplained = differences.filter((difference) => {
    const explanation = EXPLANATIONS.find((each) => each.difference.test(difference));
    if (explanation === undefined) return true;
    counts.set(explanation.reason, (counts.get(explanation.reason) ?? 0) + 1);
    return false;
  });
  return { unexplained, counts };
}

interface Explanation {
  readonly difference: RegExp;
  readonly reason: string;
}

/** Differences without an explanation, and how many there are with one, by reason. */
export interface Explained {
  readonly unexplained: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
}
