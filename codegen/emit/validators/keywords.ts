import type { CodeKeywordDefinition } from "ajv";
import {
  checkItems,
  checkNames,
  checkOthers,
  checkPatterns,
  checkProperties,
  checkTuple,
} from "./member-keywords.js";
import { report } from "./report-code.js";
import {
  callDefinition,
  checkAlternatives,
  checkNullOr,
  checkType,
  checkValues,
} from "./value-keywords.js";

/**
 * Replaces keywords of ajv by ones that compile to half the code. A failure is one call, and its
 * path is built only then, so that a valid payload costs only the checks. For lists and maps, only
 * the first wrong entry is reported; for alternatives, only that none matches. The schema thus
 * bounds the report, and the time is linear in the payload.
 */
export const KEYWORDS: readonly CodeKeywordDefinition[] = [
  { keyword: "is", schemaType: "array", code: checkType },
  { keyword: "oneOfValues", schemaType: "array", code: checkValues },
  { keyword: "never", code: (cxt) => report(cxt, "never") },
  { keyword: "definition", schemaType: "string", code: callDefinition },
  { keyword: "nullOr", schemaType: "object", code: checkNullOr },
  { keyword: "anyOf", schemaType: "array", trackErrors: true, code: checkAlternatives },
  { keyword: "prefixItems", type: "array", schemaType: "array", code: checkTuple },
  { keyword: "items", type: "array", schemaType: "object", code: checkItems },
  { keyword: "properties", type: "object", schemaType: "object", code: checkProperties },
  { keyword: "patternProperties", type: "object", schemaType: "object", code: checkPatterns },
  { keyword: "propertyNames", type: "object", schemaType: "object", code: checkNames },
  { keyword: "additionalProperties", type: "object", schemaType: "object", code: checkOthers },
];
