/** Reads the methods of an `api.md`, in the form that both makers write. */

/** Matches the line of a method. */
const LINE =
  /^- <code title="(\w+) ([^"]+)">client\.([\w.]*)<a [^>]*>(\w+)<\/a>\(.*\) -(?:>|&gt;) (.*)<\/code>$/gm;

/** Lists the methods of a page. */
export function readMethods(page: string): readonly ListedMethod[] {
  return [...page.matchAll(LINE)].map(([, ...parts]) => {
    const [verb = "", path = "", resource = "", name = "", result = ""] = parts;
    return {
      name: resource + name,
      route: `${verb.toUpperCase()} ${path}`,
      result: result.replace(/<[^>]*>/g, ""),
    };
  });
}

/** Compares two pages: of an SDK that Stainless made, and of the package that takes its place. */
export function compareMethods(theirs: string, ours: string): Comparison {
  const ourMethods = new Map(readMethods(ours).map((each) => [`${each.name} ${each.route}`, each]));
  const listed = readMethods(theirs);
  const names = new Set(listed.map(({ name, route }) => `${name} ${route}`));
  const renamed = listed.flatMap(({ name, route, result }) => {
    const ourResult = ourMethods.get(`${name} ${route}`)?.result;
    if (ourResult === undefined || ourResult === result) return [];
    return [`${name}: ${result} -> ${ourResult}`];
  });
  return {
    missing: [...names].filter((each) => !ourMethods.has(each)),
    added: [...ourMethods.keys()].filter((each) => !names.has(each)),
    renamed,
  };
}

// ---- Types

export interface ListedMethod {
  /** Without the name of the client: `chats.participants.add`. */
  readonly name: string;
  readonly route: string;
  readonly result: string;
}

export interface Comparison {
  /** Methods of theirs that ours lacks, or that have another route. */
  readonly missing: readonly string[];
  /** Methods of ours in resources of theirs, which theirs does not have. */
  readonly added: readonly string[];
  /** Names of result types that differ: `theirs -> ours`. */
  readonly renamed: readonly string[];
}
