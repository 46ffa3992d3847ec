/** The measure of other tests: what the check of generated files reports. */
import { describe, expect, it } from "vitest";
import { typeErrors, typeErrorsOfEach } from "../cases/codegen/emit/type-errors.js";

const files = [{ path: "thing.ts", text: "export interface Thing { readonly id: number }\n" }];
const imports = `import type { Thing } from "./thing.js";\n`;

describe("the type check of generated files", () => {
  it.each<[what: string, consumer: string, errors: readonly string[]]>([
    ["nothing of a right program", `${imports}export const id = (thing: Thing) => thing.id;`, []],
    [
      "a wrong type, with its reason",
      `${imports}export const thing: Thing = { id: "1" };`,
      ["Type 'string' is not assignable to type 'number'."],
    ],
    [
      "an expected error that does not occur",
      `${imports}// @ts-expect-error -- it is right\nexport const thing: Thing = { id: 1 };`,
      ["Unused '@ts-expect-error' directive."],
    ],
    ["a mistake of syntax", "export const one: = 1;", ["Type expected."]],
    [
      "a module that does not exist",
      `import "./other.js";`,
      ["Cannot find module or type declarations for side-effect import of './other.js'."],
    ],
    [
      "an unused local",
      "const unused = 1; export {};",
      ["'unused' is declared but its value is never read."],
    ],
  ])("reports %s", (_, consumer, errors) => {
    expect(typeErrors(files, consumer)).toEqual(errors);
  });

  it("reports what chained messages say, each level indented", () => {
    const consumer = `${imports}declare const other: { thing: { id: string } };
export const wrong: { thing: Thing } = other;`;
    expect(typeErrors(files, consumer)).toEqual([
      `Type '{ thing: { id: string; }; }' is not assignable to type '{ thing: Thing; }'.
  The types of 'thing.id' are incompatible between these types.
    Type 'string' is not assignable to type 'number'.`,
    ]);
  });

  it("reports an error of the files for each consumer, and that of a consumer for itself", () => {
    const broken = [...files, { path: "broken.ts", text: "export const text: string = 1;\n" }];
    const ofFiles = "Type 'number' is not assignable to type 'string'.";
    expect(typeErrorsOfEach(broken, ["export {};", "export const flag: boolean = 2;"])).toEqual([
      [ofFiles],
      [ofFiles, "Type 'number' is not assignable to type 'boolean'."],
    ]);
  });

  it("knows nothing of the program before", () => {
    const program = `${imports}export type Same = Thing;`;
    expect(typeErrors(files, program)).toEqual([]);
    expect(typeErrors([], program)).toEqual([
      "Cannot find module './thing.js' or its corresponding type declarations.",
    ]);
  });
});
