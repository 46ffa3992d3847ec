/** Media types: JSON, text, forms and streams of events. */
import { describe, expect, it } from "vitest";
import {
  isJsonType,
  MULTIPART,
  STRICT_FORM,
  STRICT_JSON,
  URLENCODED,
} from "../../src/http/media-types.js";

const ROWS: Readonly<Record<string, Row>> = {
  JSON: {
    matches: isJsonType,
    accepted: [
      "application/json",
      "Application/JSON ; charset=latin1",
      "application/problem+json",
      "text/json",
      "application/json;",
      "application/json \t",
    ],
    refused: [
      "",
      "json",
      "application/jsonp",
      "application/json-seq",
      "application/json x",
      "application/json, text/plain",
      "application/xjson",
      "text/plain; a=/json",
      "text/plain;a=b+json",
    ],
  },
  "a form": {
    matches: by(URLENCODED),
    accepted: [
      "application/x-www-form-urlencoded",
      " \tAPPLICATION/x-www-form-urlencoded \t; a=b",
      "application/x-www-form-urlencoded  ",
    ],
    refused: [
      "",
      "x/application/x-www-form-urlencoded",
      "application/x-www-form-urlencoded-2",
      "application/x-www-form-urlencoded 2",
      "applicationx-www-form-urlencoded",
    ],
  },
  "a form in parts": {
    matches: by(MULTIPART),
    accepted: [
      "multipart/form-data",
      " \tMultipart/form-data \t; boundary=x",
      "multipart/form-data  ",
    ],
    refused: [
      "",
      "x/multipart/form-data",
      "multipart/form-data-2",
      "multipart/form-data 2",
      "multipart/mixed",
      "multipartform-data",
    ],
  },
  "JSON of a delivery": {
    matches: by(STRICT_JSON),
    accepted: [
      "application/json",
      "\tApplication/JSON\t; Charset=UTF-8",
      'application/json; charset="utf8"; a="b;\\"c"',
      "application/json; a=b;",
      "  application/json  ;;  ",
      "application/json;charset=utf-8;a=bc",
      "application/json; charset=utf8\t; ab=c ; d=e",
      'application/json; a=""',
      'application/json; a="b, c\\\\"',
      "application/json; charsets=latin1",
      "application/json; profile=a/b+c",
    ],
    refused: [
      "application/json-2",
      "application/problem+json",
      "x application/json",
      "application/json; charset=latin1",
      "application/json; charset=utf-8x",
      "application/json, application/json",
      "",
      "application/json x",
      "application/json a=b",
      "application/json; a",
      "application/json; a=",
      "application/json; =b",
      "application/json; a=b c=d",
      "application/json; a b=c",
      "application/json; a=b, application/json",
      "application/json; charset=utf-16",
      'application/json; charset="utf-8',
      'application/json; charset=utf-8"',
      'application/json; a="b',
      'application/json; a="b\\"',
      'application/json; a="b"c',
      'application/json; a="b"; charset=latin1',
      "application/json; charset=utf-8; charset=latin1",
      "\napplication/json",
      "application/json\n",
    ],
  },
  "a form of a delivery": {
    matches: by(STRICT_FORM),
    accepted: [
      "application/x-www-form-urlencoded",
      'Application/x-www-form-urlencoded ; charset="UTF-8"',
      " \tapplication/x-www-form-urlencoded \t; \tcharset=utf8 \t;;",
      "application/x-www-form-urlencoded;charset=utf-8;charset=utf-8",
    ],
    refused: [
      "application/x-www-form-urlencoded-2",
      "x application/x-www-form-urlencoded",
      "application/x-www-form-urlencoded; charset=latin1",
      "application/x-www-form-urlencoded; a=b",
      "",
      "application/x-www-form-urlencoded charset=utf-8",
      "application/x-www-form-urlencoded; charset=utf-8 charset=utf-8",
      'application/x-www-form-urlencoded; charset="utf-8',
      'application/x-www-form-urlencoded; charset=utf-8"',
      "application/x-www-form-urlencoded; charset=utf-8x",
      "application/x-www-form-urlencoded, application/x-www-form-urlencoded",
      "\napplication/x-www-form-urlencoded",
    ],
  },
};

describe.each(Object.entries(ROWS))("%s", (_name, { matches, accepted, refused }) => {
  it.each(accepted)("is %j", (contentType) => expect(matches(contentType)).toBe(true));
  it.each(refused)("is not %j", (contentType) => expect(matches(contentType)).toBe(false));
});

function by(pattern: RegExp) {
  return (contentType: string): boolean => pattern.test(contentType);
}

interface Row {
  readonly matches: (contentType: string) => boolean;
  readonly accepted: readonly string[];
  readonly refused: readonly string[];
}
