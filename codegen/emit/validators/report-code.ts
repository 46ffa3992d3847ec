/** The code that reports a failure, for the keywords of values and of members. */
import { _, type Code, type KeywordCxt, Name, str } from "ajv";

/** What the generated functions call and the variables that ajv declares in them. */
export const NAMES = {
  fail: new Name("fail"),
  isRecord: new Name("isRecord"),
  nearest: new Name("nearest"),
  nest: new Name("nest"),
  vErrors: new Name("vErrors"),
  errors: new Name("errors"),
};

/** Inside alternatives, only the number of errors is needed. */
export function report(cxt: KeywordCxt, keyword: string, expected = "", path = pathOf(cxt)): void {
  const { gen, it } = cxt;
  const { fail, vErrors, errors } = NAMES;
  if (it.createErrors !== false) {
    gen.assign(vErrors, _`${fail}(${vErrors}, ${path}, ${keyword}, ${expected})`);
  }
  gen.code(_`${errors}++`);
}

export function pathOf({ it }: KeywordCxt): Code {
  return str`${it.errorPath}`;
}

/** As a JSON pointer spells it (RFC 6901, section 3). */
export function pathTo({ it }: KeywordCxt, property: string): Code {
  const escaped = property.replaceAll("~", "~0").replaceAll("/", "~1");
  return str`${it.errorPath}${`/${escaped}`}`;
}
