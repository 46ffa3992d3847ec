/** Modules that are joined into fewer files, as a client in an app has them. */
import { describe, expect, it } from "vitest";
import { joinModules } from "../../codegen/emit/layout/join-modules.js";
import {
  code,
  exported,
  final,
  local,
  ofModule,
  printModule,
} from "../../codegen/emit/print/module.js";
import type { Code, Module, Printable } from "../../codegen/emit/print/types.js";

const A: Module = { blocks: [constant("a", "1")] };
const ofA = ofModule("./a.js");
const B: Module = { blocks: [constant("b", ofA.value("a"))] };

describe("[N.4] modules that are joined", () => {
  const cases: readonly (readonly [what: string, modules: Modules, expected: Texts])[] = [
    [
      "have what another uses above it",
      { "b.ts": B, "a.ts": A },
      { "all.ts": "export const a = 1;\n\nexport const b = a;\n" },
    ],
    [
      "lose a namespace of their own, but not in texts and comments",
      {
        "a.ts": { blocks: [code`${exported("interface", "T")} {}`] },
        "b.ts": {
          blocks: [
            code`/** Of $a.T. */\n${exported("type", "U")} = ${ofA.namespace("$a").member("T")} | "$a.T";`,
          ],
        },
      },
      { "all.ts": 'export interface T {}\n\n/** Of $a.T. */\nexport type U = T | "$a.T";\n' },
    ],
    [
      "have one namespace for those that others become",
      {
        "a.ts": { blocks: [code`${exported("interface", "T")} {}`] },
        "x/y.ts": {
          blocks: [
            code`${exported("type", "U")} = ${ofModule("../a.js").namespace("$a").member("T")};`,
          ],
        },
      },
      {
        "all.ts": "export interface T {}\n",
        "x/y.ts": 'import type * as $all from "../all.js";\n\nexport type U = $all.T;\n',
      },
    ],
    [
      "import once from a package",
      {
        "a.ts": { blocks: [constant("a", ofModule("p/q").value("x"))] },
        "b.ts": {
          blocks: [
            constant("b", code`${ofModule("p/q").value("x")} + ${ofModule("p/q").value("y")}`),
          ],
        },
      },
      {
        "all.ts": 'import { x, y } from "p/q";\n\nexport const a = x;\n\nexport const b = x + y;\n',
      },
    ],
    [
      "import a name as a value if any of them needs the value",
      {
        "a.ts": { blocks: [code`${exported("type", "A")} = ${ofModule("p").type("X")};`] },
        "b.ts": { blocks: [constant("b", ofModule("p").value("X"))] },
      },
      { "all.ts": 'import { X } from "p";\n\nexport type A = X;\n\nexport const b = X;\n' },
    ],
    [
      "import what a module only passes on from where it is",
      {
        "a.ts": { exports: [[ofModule("p").value("x")]] },
        "b.ts": { blocks: [constant("b", ofA.value("x"))] },
      },
      { "all.ts": 'import { x } from "p";\n\nexport { x } from "p";\n\nexport const b = x;\n' },
    ],
    [
      "export a name once, the first",
      {
        "a.ts": { exports: [[ofModule("one").type("P")]] },
        "b.ts": {
          exports: [[ofModule("two").type("P")], [ofModule("./c.js").value("a", "default")]],
        },
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
        "b.ts": { blocks: [code`${local("const", "a")} = 2;`, constant("b", "a")] },
        "c.ts": { blocks: [constant("c", ofModule("./b.js").value("b"))] },
      },
      {
        "all.ts": 'import { b } from "./b.js";\n\nexport const a = 1;\n\nexport const c = b;\n',
        "b.ts": "const a = 2;\n\nexport const b = a;\n",
      },
    ],
    [
      "stay apart if a package's name is one of theirs",
      { "a.ts": A, "b.ts": { blocks: [constant("b", ofModule("p").value("a"))] } },
      {
        "all.ts": "export const a = 1;\n",
        "b.ts": 'import { a } from "p";\n\nexport const b = a;\n',
      },
    ],
    [
      "are found from other folders, and later",
      {
        "a.ts": A,
        "x/y.ts": {
          comment: "// @ts-nocheck -- data",
          blocks: [
            final(
              constant(
                "y",
                code`[${ofModule("../a.js").value("a")}, () => import(${ofModule("../a.js").specifier()})]`,
              ),
            ),
          ],
        },
      },
      {
        "all.ts": "export const a = 1;\n",
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
      "a.ts": { blocks: [constant("a", "1"), constant("unused", "2")] },
      "b.ts": B,
    };
    expect(join(modules, ["b.ts", "a.ts"], ["a.ts"])).toEqual({
      "all.ts": "const a = 1;\n\nexport const unused = 2;\n\nexport const b = a;\n",
    });
  });
});

function join(modules: Modules, members: readonly string[], inner: readonly string[] = []): Texts {
  const drafts = Object.entries(modules).map(([path, module]) => ({ path, sources: [], module }));
  const joined = joinModules(drafts, [{ path: "all.ts", members, inner }]);
  return Object.fromEntries(joined.map(({ path, module }) => [path, print(module)]));
}

function print(module: Module): string {
  const blocks = printModule(module, { runtime: "p", extension: ".js" });
  return `${blocks.map(({ text }) => text).join("\n\n")}\n`;
}

function constant(name: string, value: Printable): Code {
  return code`${exported("const", name)} = ${value};`;
}

type Modules = Readonly<Record<string, Module>>;

type Texts = Readonly<Record<string, string>>;
