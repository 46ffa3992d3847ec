/** A parameter and its value, which may be a list of items, or an object with members. */
import { toJsonValue } from "../endpoint/json.js";
import { isList, isPlainObject, toText } from "../endpoint/values.js";

/** A parameter with its value. Errors name it and its route. */
export interface Parameter {
  readonly name: string;
  readonly value: unknown;
  readonly route: string;
}

/** A member of an object, an item of a list, or a single value. */
export interface Member {
  /** The name of a member of an object. */
  readonly key: string | undefined;
  readonly text: string;
}

/** Reads the members of a plain object, or the items of a list; any other value is the only item. */
export function readMembers({ name, value, route }: Parameter): readonly Member[] {
  const isArray = isList(value, name, route);
  if (!isArray && !isPlainObject(value))
    return [{ key: undefined, text: toText(value, name, route) }];
  return Object.entries(value)
    .filter(([, item]) => hasValue(item))
    .map(([key, item]) => ({ key: isArray ? undefined : key, text: toText(item, name, route) }));
}

/** Reads members like {@link readMembers}. A member that is a list is read as one member for each of its items. */
export function readExplodedMembers(parameter: Parameter): readonly Member[] {
  const { name, value, route } = parameter;
  if (!isPlainObject(value)) return readMembers(parameter);
  return Object.entries(value).flatMap(([key, item]) => {
    const items = readMembers({ name, value: isList(item, name, route) ? item : [item], route });
    return items.map(({ text }) => ({ key, text }));
  });
}

/** Lists the texts that a separator joins: the items of a list, or each name and its value. */
export function listTexts(members: readonly Member[]): readonly string[] {
  return members.flatMap(({ key, text }) => (key === undefined ? [text] : [key, text]));
}

/** @throws EndpointError if JSON cannot express the value. */
export function toJson({ name, value, route }: Parameter): string {
  return JSON.stringify(toJsonValue(value, name, route));
}

/** False for `undefined` and `null`, which are not sent. */
export function hasValue(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Tells whether a list or an object holds lists or objects, which no separator can join. */
export function isNested({ name, value, route }: Parameter): boolean {
  const members = Object.values(value as object); // callers have checked it
  return members.some((member) => isList(member, name, route) || isPlainObject(member));
}
