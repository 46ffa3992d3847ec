import { describe, expect, it } from "vitest";
import {
  isJsonType,
  MULTIPART,
  STRICT_FORM,
  STRICT_JSON,
  URLENCODED,
} from "../../src/http/media-types.js";

interface Row {
  readonly matches: (contentType: string) => boolean;
  readonly accepted: readonly string[];
  readonly refused: readonly string[];
}

const by =
  (pattern: RegExp) =>
  (contentType: string): boolean =>
    pattern.test(contentType);

const ROWS: Readonly<Record<string, Row>> = {
  JSON: {
    matches: isJsonType,
    accepted: [
      "application/json",
      "Application/JSON ; charset=latin1",
      "application/problem+json",
      "text/json",
    ],
    refused: ["", "json", "application/jsonp", "application/json-seq", "text/plain; a=/json"],
  },
  "a form": {
    matches: by(URLENCODED),
    accepted: ["application/x-www-form-urlencoded", " APPLICATION/x-www-form-urlencoded ; a=b"],
    refused: ["x/application/x-www-form-urlencoded", "application/x-www-form-urlencoded-2"],
  },
  "a form in parts": {
    matches: by(MULTIPART),
    accepted: ["multipart/form-data", " Multipart/form-data ; boundary=x"],
    refused: ["x/multipart/form-data", "multipart/form-data-2", "multipart/mixed"],
  },
  "JSON of a delivery": {
    matches: by(STRICT_JSON),
    accepted: [
      "application/json",
      "\tApplication/JSON\t; Charset=UTF-8",
      'application/json; charset="utf8"; a="b;\\"c"',
      "application/json; a=b;",
    ],
    refused: [
      "application/json-2",
      "application/problem+json",
      "x application/json",
      "application/json; charset=latin1",
      "application/json; charset=utf-8x",
      "application/json, application/json",
    ],
  },
  "a form of a delivery": {
    matches: by(STRICT_FORM),
    accepted: [
      "application/x-www-form-urlencoded",
      'Application/x-www-form-urlencoded ; charset="UTF-8"',
    ],
    refused: [
      "application/x-www-form-urlencoded-2",
      "x application/x-www-form-urlencoded",
      "application/x-www-form-urlencoded; charset=latin1",
      "application/x-www-form-urlencoded; a=b",
    ],
  },
};

describe.each(Object.entries(ROWS))("%s", (_name, { matches, accepted, refused }) => {
  it.each(accepted)("is %j", (contentType) => expect(matches(contentType)).toBe(true));
  it.each(refused)("is not %j", (contentType) => expect(matches(contentType)).toBe(false));
});
