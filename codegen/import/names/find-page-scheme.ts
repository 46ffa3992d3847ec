/** Finds the pagination scheme that a list of a description follows, among those of a file of names. */
import type { JsonMap } from "../../model/json.js";
import { inheritedProperties } from "../client/page-schemas.js";
import { fitsOperation } from "../client/fits-operation.js";
import type { PageSchemes } from "../client/pagination-rules.js";
import type { DescribedOperation } from "../model/operations.js";
import type { NamedMethod, PageScheme } from "./types.js";

/** Finds the scheme of a list: its method names it, or the list has all parameters and properties of it. */
export function createPageSchemes(
  schemes: readonly PageScheme[],
  methods: ReadonlyMap<string, readonly Pick<NamedMethod, "pages">[]>,
): PageSchemes {
  return {
    find(root, operation) {
      const chosenName = methods.get(operation.key)?.[0]?.pages;
      if (chosenName === false) return false;
      const chosen = schemes.filter(({ name }) => name === chosenName);
      const fitting = schemes.filter((scheme) => hasAllParts(root, scheme, operation));
      return [...chosen, ...fitting].find(({ rule }) => fitsOperation(root, rule, operation))?.rule;
    },
    nameOf: (rule) =>
      schemes.find((scheme) => JSON.stringify(scheme.rule) === JSON.stringify(rule))?.name,
  };
}

function hasAllParts(
  root: JsonMap,
  { parameters, properties }: PageScheme,
  { query, body, page }: DescribedOperation,
): boolean {
  const inBody = inheritedProperties(root, body);
  const inPage = inheritedProperties(root, page);
  return (
    page !== undefined &&
    parameters.every((name) => query.has(name) || inBody.has(name)) &&
    properties.every((path) => path.includes(".") || inPage.has(path))
  );
}
