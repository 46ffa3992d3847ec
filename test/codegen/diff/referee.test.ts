/** `diff` says major exactly where a program no longer compiles, or a valid request is refused. */
import { describe, expect, it } from "vitest";
import { diffModels } from "../../../codegen/diff/diff.js";
import { contentsOf, type SchemaModel } from "../../../codegen/model/model.js";
import { FORMATS } from "../../cases/codegen/diff/formats.js";
import { type PartCase, PARTS } from "../../cases/codegen/diff/parts.js";
import { VALUES } from "../../cases/codegen/diff/values.js";
import { VENDOR } from "../../cases/codegen/diff/vendor.js";
import { sample } from "../../sample.js";
import { judge, type Match } from "./referee.js";
import { changeService, givenService, readFiles } from "./service.js";
import { createValueMatches, listRefused } from "./value-programs.js";

interface JudgedMatch extends Match {
  readonly refused: readonly unknown[];
}

const ofValues = Object.entries(VALUES)
  .flatMap(([name, value]) => createValueMatches(name, value))
  .map((match): JudgedMatch => ({
    ...match,
    refused: match.place === "body" ? listRefused(match.value, match.after) : [],
  }));

const services = new Map<string, SchemaModel>();

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

/** A program without uses still imports the class, so that it is the same in all cases but those about it. */
const ofParts = Object.entries({ ...PARTS, ...FORMATS, ...VENDOR })
  .filter(([, part]) => part.notJudged === undefined)
  .map(([name, part]): JudgedMatch => ({
    name,
    before: readService(part),
    after: readFiles(changeService(part)),
    program: `${PRELUDE}export const Class = Acme;\n${part.uses ?? ""}\n`,
    refused: listRefusedTypes(part),
  }));

/** One model for all changes of the same service, whose modules are made and compiled once. */
function readService(part: PartCase): SchemaModel {
  const files = givenService(part);
  const key = JSON.stringify(files);
  const known = services.get(key) ?? readFiles(files);
  services.set(key, known);
  return known;
}

/** The media type that callers send, if the next description does not have it. */
function listRefusedTypes({ sends, ...change }: PartCase): readonly string[] {
  if (sends === undefined) return [];
  const { routes } = readFiles(changeService(change));
  const route = routes.find(({ key }) => key === sends.route);
  const types = route === undefined ? [] : contentsOf(route).flatMap((each) => each.contentTypes);
  return types.includes(sends.type) ? [] : [sends.type];
}

/** Values are a product of changes and places, of which each has a few cases in CI; parts were picked by hand. */
const matches = [...sample("values", ofValues, 5, () => false, 30), ...sample("parts", ofParts, 3)];
const verdicts = await judge(matches);

describe("the compiler", () => {
  it.each(matches)("agrees about $name", ({ name, before, after, refused }) => {
    const verdict = verdicts.get(name);
    expect(verdict?.before).toEqual([]);
    const isBroken = (verdict?.after ?? []).length + refused.length > 0;
    const isMajor = diffModels(before, after).level === "major";
    expect({ isMajor, errors: verdict?.after }).toEqual({
      isMajor: isBroken,
      errors: verdict?.after,
    });
  });
});
