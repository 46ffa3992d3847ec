/**
 * Names the operations of a description: `GET /orders/{id}` with the operation id `getOrdersOrderById` and the
 * tag `Orders` becomes `orders/get-order-by-id`. Each operation has several candidates, the best first; a name
 * that another operation has or wants is left, and the next candidate is tried.
 */
import { groupBy } from "../../model/group-by.js";
import type { JsonMap } from "../../model/json.js";
import { toPascalCase } from "../../model/names.js";
import type { OperationName } from "../model/context.js";
import { listOperations } from "../model/operations.js";
import { type Candidates, listCandidates } from "./operation-candidates.js";

/**
 * Names the operations of a description, by route.
 * @param present The names in `routes.yaml`. They stay the same.
 */
export function nameOperations(
  root: JsonMap,
  present: ReadonlyMap<string, string>,
): ReadonlyMap<string, OperationName> {
  const names = new Map<string, OperationName>();
  for (const [key, operation] of present) names.set(key, { operation });
  const taken = new Set([...present.values()].map(toPascalCase));
  let unnamed = listOperations(root)
    .filter(({ key }) => !present.has(key))
    .map((listed): Unnamed => ({ key: listed.key, candidates: listCandidates(listed) }));
  for (const round of ROUNDS) {
    const settled = settleRound(unnamed, round, taken);
    for (const { key, candidates } of settled) {
      const operation = candidates[round.candidate];
      taken.add(toPascalCase(operation));
      names.set(key, withClash(operation, candidates.short));
    }
    unnamed = unnamed.filter((each) => !settled.has(each));
  }
  for (const { key, candidates } of unnamed) {
    const operation = addNumber(candidates.short, taken);
    taken.add(toPascalCase(operation));
    names.set(key, withClash(operation, candidates.short));
  }
  return names;
}

/** The operations that get their candidate of a round: of those that want a free name, the first or only one. */
function settleRound(
  unnamed: readonly Unnamed[],
  { candidate, mustBeUnique }: Round,
  taken: ReadonlySet<string>,
): ReadonlySet<Unnamed> {
  const wishes = groupBy(unnamed, ({ candidates }) => toPascalCase(candidates[candidate]));
  const settled = [...wishes].flatMap(([name, [first, ...others]]) => {
    const isShared = mustBeUnique && others.length > 0;
    return first === undefined || isShared || taken.has(name) ? [] : [first];
  });
  return new Set(settled);
}

/** The candidates in the order in which they are tried. */
const ROUNDS: readonly Round[] = [
  { candidate: "short", mustBeUnique: true },
  { candidate: "trimmed", mustBeUnique: true },
  { candidate: "full", mustBeUnique: false },
  { candidate: "byUrl", mustBeUnique: false },
];

/** Notes the best name, if the operation does not have it. */
function withClash(operation: string, best: string): OperationName {
  return { operation, ...(operation !== best && { clash: best }) };
}

function addNumber(operation: string, taken: ReadonlySet<string>): string {
  let number = 2;
  while (taken.has(toPascalCase(`${operation}-${number}`))) number += 1;
  return `${operation}-${number}`;
}

interface Unnamed {
  readonly key: string;
  readonly candidates: Candidates;
}

interface Round {
  readonly candidate: keyof Candidates;
  /** No operation gets a name that several want; else the first of them does. */
  readonly mustBeUnique: boolean;
}
