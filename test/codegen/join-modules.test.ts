/** Modules that are joined into fewer files, as a client in an app has them. */
import { describe, expect, it } from "vitest";
import { joinModules } from "../../codegen/emit/layout/join-modules.js";

type Texts = Readonly<Record<string, string>>;

function join(modules: Texts, members: readonly string[], inner: readonly string[] = []): Texts {
  const texts = Object.entries(modules).map(([path, text]) => ({ path, text }));
  const joined = joinModules(texts, [{ path: "all.ts", members, inner }]);
  return Object.fromEntries(joined.map(({ path, text }) => [path, text]));
}

const A = "export const a = 1;\n";

describe("[N.4] modules that are joined", () => {
  const cases: readonly (readonly [what: string, modules: Texts, expected: Texts])[] = [
    [
      "have what another uses above it",
      { "b.ts": 'import { a } from "./a.js";\n\nexport const b = a;\n', "a.ts": A },
      { "all.ts": "export const a = 1;\n\nexport const b = a;\n" },
    ],
    [
      "lose a namespace of their own, but not in texts and comments",
      {
        "a.ts": "export interface T {}\n",
        "b.ts":
          'import type * as $a from "./a.js";\n\n/** Of $a.T. */\nexport type U = $a.T | "$a.T";\n',
      },
      { "all.ts": 'export interface T {}\n\n/** Of $a.T. */\nexport type U = T | "$a.T";\n' },
    ],
    [
      "import once from a package",
      {
        "a.ts": 'import { x } from "p/q";\n\nexport const a = x;\n',
        "b.ts": 'import { x, y } from "p/q";\n\nexport const b = x + y;\n',
      },
      {
        "all.ts": 'import { x, y } from "p/q";\n\nexport const a = x;\n\nexport const b = x + y;\n',
      },
    ],
    [
      "import what a module only passes on from where it is",
      {
        "a.ts": 'export { x } from "p";\n',
        "b.ts": 'import { x } from "./a.js";\n\nexport const b = x;\n',
      },
      { "all.ts": 'import { x } from "p";\n\nexport { x } from "p";\n\nexport const b = x;\n' },
    ],
    [
      "export a name once, the first",
      {
        "a.ts": 'export type { P } from "one";\n',
        "b.ts": 'export type { P } from "two";\nexport { a as default } from "./c.js";\n',
        "c.ts": A,
      },
      {
        "all.ts":
          'export type { P } from "one";\n\nexport const a = 1;\n\nexport { a as default };\n',
      },
    ],
    [
      "stay apart if a name has two meanings",
      {
        "a.ts": A,
        "b.ts": "const a = 2;\n\nexport const b = a;\n",
        "c.ts": 'import { b } from "./b.js";\n\nexport const c = b;\n',
      },
      {
        "all.ts": 'import { b } from "./b.js";\n\nexport const a = 1;\n\nexport const c = b;\n',
        "b.ts": "const a = 2;\n\nexport const b = a;\n",
      },
    ],
    [
      "stay apart if a package's name is one of theirs",
      { "a.ts": A, "b.ts": 'import { a } from "p";\n\nexport const b = a;\n' },
      { "all.ts": A, "b.ts": 'import { a } from "p";\n\nexport const b = a;\n' },
    ],
    [
      "are found from other folders, and later",
      {
        "a.ts": A,
        "x/y.ts":
          '// @ts-nocheck -- data\n\nimport { a } from "../a.js";\n\nexport const y = [a, () => import("../a.js")];\n',
      },
      {
        "all.ts": A,
        "x/y.ts":
          '// @ts-nocheck -- data\n\nimport { a } from "../all.js";\n\nexport const y = [a, () => import("../all.js")];\n',
      },
    ],
  ];
  it.each(cases)("%s", (_what, modules, expected) => {
    expect(join(modules, ["a.ts", "b.ts", "c.ts"])).toEqual(expected);
  });

  it("hide what nothing else imports, but for what nothing uses", () => {
    const modules = {
      "a.ts": "export const a = 1;\n\nexport const unused = 2;\n",
      "b.ts": 'import { a } from "./a.js";\n\nexport const b = a;\n',
    };
    expect(join(modules, ["b.ts", "a.ts"], ["a.ts"])).toEqual({
      "all.ts": "const a = 1;\n\nexport const unused = 2;\n\nexport const b = a;\n",
    });
  });
});
