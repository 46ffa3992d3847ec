/** Lists of known keys, as reports of mistakes print them. */
import jsonSchema from "../../../../codegen/meta/json-schema.schema.json" with { type: "json" };
import routes from "../../../../codegen/meta/routes.schema.json" with { type: "json" };
import vendor from "../../../../codegen/meta/vendor.schema.json" with { type: "json" };
import { PRESETS } from "../../../../src/receive/signatures/plan/presets.js";

/** As many names as a report lists before it counts the others. */
const SHOWN = 12;

const { properties: route } = routes.additionalProperties;
const { queryParameter, cookieParameter, pathParameter } = routes.definitions;

/** The known keys of each part of the schema, as a report lists them. */
export const KNOWN_KEYS = {
  vendor: listNames(vendor.properties),
  presets: listNames(PRESETS),
  route: listNames(route),
  schema: listNames(jsonSchema.properties),
  pathParameter: listNames(pathParameter.else.properties),
  queryParameter: listNames(queryParameter.else.properties),
  cookieParameter: listNames(cookieParameter.else.properties),
};

/** A long list as a report prints it: the first names, and the number of the others. */
function listNames(table: object): string {
  const names = Object.keys(table);
  const listed = names.slice(0, SHOWN).map((name) => `\`${name}\``);
  return `${listed.join(", ")} or one of ${names.length - SHOWN} more`;
}
