/** `diff` says major exactly where a program no longer compiles, or a valid request is refused. */
import { describe, expect, it } from "vitest";
import { diffModels } from "../../../codegen/diff/diff.js";
import { contentsOf, type SchemaModel } from "../../../codegen/model/model.js";
import type { SchemaFile } from "../../../codegen/read-schema.js";
import { CORRECTIONS } from "../../cases/codegen/diff/corrections.js";
import { FORMATS } from "../../cases/codegen/diff/formats.js";
import { type PartCase, PARTS } from "../../cases/codegen/diff/parts.js";
import { VALUES } from "../../cases/codegen/diff/values.js";
import { VENDOR } from "../../cases/codegen/diff/vendor.js";
import { sample } from "../../sample.js";
import { judge, type Match } from "./referee.js";
import { changeService, givenService, PLACES, readFiles } from "./service.js";
import { createValueMatch, listRefused } from "./value-programs.js";

/** Models by the files that they were read from, as JSON. */
const models = new Map<string, SchemaModel>();

const valueCases = Object.entries(VALUES).flatMap(([name, value]) =>
  PLACES.map((place) => ({ name: `${name} in a ${place}`, value, place })),
);

/** Imports all that programs use. */
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

const partCases = Object.entries({ ...PARTS, ...FORMATS, ...CORRECTIONS, ...VENDOR }).filter(
  ([, part]) => part.notJudged === undefined,
);

/** Without `npm run test:all`, a sample: of values fewer than of parts, since each change of a value is tried in three places. */
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
    expect(isMajor, JSON.stringify(verdict?.after)).toBe(isBroken);
  });
});

/** Reads equal files once, so that the modules of their model are made and compiled once. */
function readModel(files: readonly SchemaFile[]): SchemaModel {
  const key = JSON.stringify(files);
  const model = models.get(key) ?? readFiles(files);
  models.set(key, model);
  return model;
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
