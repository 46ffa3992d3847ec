/** `diff` says major exactly where a program no longer compiles, or a valid request is refused. */
import { describe, expect, it } from "vitest";
import { diffModels } from "../../../codegen/diff/diff.js";
import { contentsOf, type SchemaModel } from "../../../codegen/model/model.js";
import type { SchemaFile } from "../../../codegen/read-schema.js";
import { FORMATS } from "../../cases/codegen/diff/formats.js";
import { type PartCase, PARTS } from "../../cases/codegen/diff/parts.js";
import { VALUES } from "../../cases/codegen/diff/values.js";
import { VENDOR } from "../../cases/codegen/diff/vendor.js";
import { sample } from "../../sample.js";
import { judge, type Match } from "./referee.js";
import { changeService, givenService, readFiles } from "./service.js";
import { createValueMatch, listRefused, PLACES } from "./value-programs.js";

const models = new Map<string, SchemaModel>();

const valueCases = Object.entries(VALUES).flatMap(([name, value]) =>
  PLACES.map((place) => ({ name: `${name} in a ${place}`, value, place })),
);

const PRELUDE = `
import type { Client } from "./client.js";
import type { EventMap } from "./events.js";
import type { RootMethods } from "./methods/root.js";
import { Acme } from "./sdk.js";
declare const api: RootMethods;
declare const client: Client;
declare const events: EventMap;
export const names = { api, client, events };
`;

const partCases = Object.entries({ ...PARTS, ...FORMATS, ...VENDOR }).filter(
  ([, part]) => part.notJudged === undefined,
);

/** Values are a product of changes and places, of which each has a few cases in CI; parts were picked by hand. */
const matches = [
  ...sample("values", valueCases, 5, () => false, 30).map(judgeValue),
  ...sample("parts", partCases, 3).map(judgePart),
];
const verdicts = await judge(matches);

describe("the compiler", () => {
  it.each(matches)("agrees about $name", ({ name, before, after, refused }) => {
    const verdict = verdicts.get(name);
    expect(verdict?.before).toEqual([]);
    const isBroken = (verdict?.after ?? []).length + refused.length > 0;
    const isMajor = diffModels(before, after).level === "major";
    // The errors stand on both sides, so that a failure shows them.
    expect({ isMajor, errors: verdict?.after }).toEqual({
      isMajor: isBroken,
      errors: verdict?.after,
    });
  });
});

/** One model for all that has the same files, whose modules are made and compiled once. */
function readModel(files: readonly SchemaFile[]): SchemaModel {
  const key = JSON.stringify(files);
  const known = models.get(key) ?? readFiles(files);
  models.set(key, known);
  return known;
}

function judgeValue({ name, value, place }: (typeof valueCases)[number]): JudgedMatch {
  const match = createValueMatch(name, value, place, readModel);
  return { ...match, refused: place === "body" ? listRefused(value, match.after) : [] };
}

/** A program without uses still imports the class, so that it is the same in all cases but those about it. */
function judgePart([name, part]: (typeof partCases)[number]): JudgedMatch {
  return {
    name,
    before: readModel(givenService(part)),
    after: readFiles(changeService(part)),
    program: `${PRELUDE}export const Class = Acme;\n${part.uses ?? ""}\n`,
    refused: listRefusedTypes(part),
  };
}

/** The media type that callers send, if the next description does not have it. */
function listRefusedTypes({ sends, ...change }: PartCase): readonly string[] {
  if (sends === undefined) return [];
  const { routes } = readFiles(changeService(change));
  const route = routes.find(({ key }) => key === sends.route);
  const types = route === undefined ? [] : contentsOf(route).flatMap((each) => each.contentTypes);
  return types.includes(sends.type) ? [] : [sends.type];
}

interface JudgedMatch extends Match {
  readonly refused: readonly unknown[];
}
