/** Follows the links of reference pages. */
import { posix } from "node:path";
import { expect } from "vitest";

/** Ids of a page, each one once. */
function readIds(text: string): ReadonlySet<string> {
  const ids = [...text.matchAll(/<a id="([^"]*)"><\/a>/g)].map(([, id = ""]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  return new Set(ids);
}

/** Links of all pages that lead nowhere, and how many there are in all. */
export function followLinks(pages: ReadonlyMap<string, string>) {
  const ids = new Map([...pages].map(([path, text]) => [path, readIds(text)]));
  const links = [...pages].flatMap(([page, text]) =>
    [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, target = ""]) => ({ page, target })),
  );
  const dead = links.filter(({ page, target }) => {
    const [file = "", id] = target.split("#");
    const path = file === "" ? page : posix.join(posix.dirname(page), file);
    const there = ids.get(path);
    return there === undefined || (id !== undefined && !there.has(id));
  });
  return { count: links.length, dead };
}
