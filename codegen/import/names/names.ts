/**
 * Names the methods of imported routes. The first of these sources counts: `routes.yaml`, the file of
 * names, the description, the words of the route.
 */
import { groupBy } from "../../model/group-by.js";
import { createCallNames } from "../../model/calls.js";
import { settleCalls } from "../../model/settle-calls.js";
import { entriesOf, type Json, type JsonMap } from "../../model/json.js";
import { complaintOfUrl } from "../../read/check-route-keys.js";
import { readCalls, toCall } from "../../read/method-names.js";
import type { ImportedNames } from "../model/context.js";
import { fileNameOf } from "../model/description.js";
import type { Notes } from "../model/notes.js";
import { listOperations } from "../model/operations.js";
import { listRouteNames, type RouteNames } from "./route-names.js";
import type { NamedMethod, NamesFile } from "./types.js";

/** Names the methods of all routes, and notes where a name is another than the preferred one. */
export function importNames(source: NamesSource): ImportedNames {
  const { root, present, operations, file, notes } = source;
  const described = listRouteNames(root, operations).filter(
    ({ key }) => complaintOfUrl(key.slice(key.indexOf(" ") + 1)) === undefined,
  );
  const listed = matchMethods(source);
  if (file && source.isLast) noteUnknownMethods(listed, source);
  const calls = nameRoutes(described, listed, source);
  const added = addFormerNames(listed, calls, source);
  const presentKeys = new Set(entriesOf(present).map(([key]) => key));
  if (file && source.isLast) noteIgnored(file, notes);
  return {
    ofRoute: (key) => {
      const [listedMethod] = listed.get(key) ?? [];
      const call = calls.get(key);
      if (call === undefined || (presentKeys.has(key) && listedMethod === undefined)) return {};
      const former = added.get(key) ?? [];
      const [first] = former;
      return {
        ...(call !== toCall(operations.get(key)?.operation ?? "") && { method: call }),
        ...(first !== undefined && { was: former.length === 1 ? first : former }),
        ...(listedMethod?.bodyParameter !== undefined && {
          bodyParameter: listedMethod.bodyParameter,
        }),
      };
    },
    isDeprecated: (key) => (listed.get(key) ?? []).some((each) => each.isDeprecated),
  };
}

// ---- The file of names

/** Matches the methods of the file with routes: by URL, or else by the form of the URL, if it is unique. */
export function matchMethods({ root, file }: Pick<NamesSource, "root" | "file">): ListedMethods {
  const keys = new Set(listOperations(root).map(({ key }) => key));
  const forms = groupBy(keys, formOf);
  const matched = (file?.methods ?? []).flatMap((method) => {
    const key = `${method.method} ${method.url}`;
    const candidates = keys.has(key) ? [key] : (forms.get(formOf(key)) ?? []);
    return candidates.length === 1 ? candidates.map((route) => ({ route, method })) : [];
  });
  const listed = [...groupBy(matched, ({ route }) => route)];
  return new Map(listed.map(([route, calls]) => [route, calls.map(({ method }) => method)]));
}

/** Notes methods whose routes are neither in the description nor in the folder. */
function noteUnknownMethods(listed: ListedMethods, { file, present, notes }: NamesSource): void {
  const known = new Set([...listed.values()].flat());
  const presentForms = new Set(entriesOf(present).map(([key]) => formOf(key)));
  for (const each of file?.methods ?? []) {
    const key = `${each.method} ${each.url}`;
    if (!known.has(each) && !presentForms.has(formOf(key)))
      notes.lose("a name of a method whose route is not described", `\`${each.call}\` (${key})`);
  }
}

/** The key of a route without the names of its placeholders and a slash at its end. */
function formOf(key: string): string {
  return key.replace(/\{[^{}]*\}/g, "{}").replace(/(.)\/$/, "$1");
}

/** Adds the further names of a route as former names, unless they are taken. */
function addFormerNames(
  listed: ListedMethods,
  calls: ReadonlyMap<string, string>,
  { present, notes }: NamesSource,
): ReadonlyMap<string, readonly string[]> {
  const names = createCallNames();
  for (const [key, call] of calls) names.add(call, key);
  const presentCalls = readCalls(present);
  for (const [key, { formerCalls }] of presentCalls)
    for (const call of formerCalls) names.add(call, key);
  const added = new Map<string, readonly string[]>();
  for (const [key, [, ...furtherCalls]] of listed) {
    const former = furtherCalls.filter(({ call }) => names.findClash(call) === undefined);
    if (former.length === 0 || (presentCalls.get(key)?.formerCalls.length ?? 0) > 0) continue;
    for (const { call } of former) {
      names.add(call, key);
      notes.tell("A second name of a route, which stays as a former one", `${key} (\`${call}\`)`);
    }
    added.set(
      key,
      former.map(({ call }) => call),
    );
  }
  return added;
}

function noteIgnored({ ignored, path }: NamesFile, notes: Notes): void {
  const what = `keys of ${fileNameOf(path)} that have no meaning here`;
  for (const key of ignored) notes.lose(what, key);
}

// ---- All names

const UNSURE =
  "Named less surely, because several routes want one name; `method` in routes.yaml says another";

/** Names of one origin are settled before those of the next, which yield to them. */
const ORIGINS: readonly NameOrigin[] = ["file", "description", "route"];

/** Names every route. Names in `routes.yaml` stay; the others are settled origin by origin. */
function nameRoutes(
  described: readonly RouteNames[],
  listed: ListedMethods,
  { present, notes }: NamesSource,
): ReadonlyMap<string, string> {
  const presentCalls = readCalls(present);
  const calls = listKeptCalls(presentCalls, listed);
  const names = createCallNames();
  for (const [key, { formerCalls }] of presentCalls) {
    for (const former of formerCalls) names.add(former, key);
    const call = calls.get(key);
    if (call !== undefined) names.add(call, key);
  }
  const originOf = ({ key, declared }: RouteNames): NameOrigin => {
    if (listed.has(key)) return "file";
    return declared === undefined ? "route" : "description";
  };
  const unnamed = groupBy(
    described.filter(({ key }) => !calls.has(key)),
    originOf,
  );
  for (const origin of ORIGINS) {
    const routes = (unnamed.get(origin) ?? []).map((route) => ({
      key: route.key,
      candidates: listCandidates(route, listed, presentCalls),
    }));
    for (const [key, call] of settleCalls(routes, names)) calls.set(key, call);
  }
  for (const { key, derived } of unnamed.get("route") ?? []) {
    const call = calls.get(key) ?? "";
    if (!isPreferredName(call, derived)) notes.tell(UNSURE, `${key} (\`${call}\`)`);
  }
  for (const route of described)
    noteUnmetPreference(route, calls.get(route.key) ?? "", listed, presentCalls, notes);
  return calls;
}

/** The names of `routes.yaml` that stay. Only a file of names can rename a route whose name is derived. */
function listKeptCalls(presentCalls: PresentCalls, listed: ListedMethods): Map<string, string> {
  const kept = [...presentCalls].filter(([key, { isChosen }]) => isChosen || !listed.has(key));
  return new Map(kept.map(([key, { call }]) => [key, call]));
}

/** The name that the file of names or the description gives to a route. */
function preferredOf({ key, declared }: RouteNames, listed: ListedMethods): string | undefined {
  return listed.get(key)?.[0]?.call ?? declared;
}

/** Lists the names that a route can get, the best first. A name that it has already is kept if possible. */
function listCandidates(
  route: RouteNames,
  listed: ListedMethods,
  presentCalls: PresentCalls,
): readonly string[] {
  const present = presentCalls.get(route.key)?.call;
  const next = present === undefined ? [route.declared ?? [], route.derived].flat() : [present];
  return [preferredOf(route, listed) ?? [], next].flat();
}

/** Notes a route that did not get the name that it was given. */
function noteUnmetPreference(
  route: RouteNames,
  call: string,
  listed: ListedMethods,
  presentCalls: PresentCalls,
  notes: Notes,
): void {
  const preferred = preferredOf(route, listed);
  if (preferred === undefined || preferred === call) return;
  const present = presentCalls.get(route.key);
  const isKept = present !== undefined && (present.isChosen || !listed.has(route.key));
  const what = isKept
    ? "Kept the name of a method, which this import would change"
    : "A method has another name than the given one, which is taken or reserved";
  notes.tell(what, `${route.key} (\`${call}\`, not \`${preferred}\`)`);
}

/** Tests whether a name is the best one, or the second one of the same resource: `patch` beside `update`. */
function isPreferredName(call: string, [best = "", second = ""]: readonly string[]): boolean {
  const resourceOf = (name: string): string => name.slice(0, name.lastIndexOf("."));
  return call === best || (call === second && resourceOf(second) === resourceOf(best));
}

// ---- Types

export interface NamesSource {
  readonly root: JsonMap;
  /** The present `routes.yaml`. */
  readonly present: Json;
  readonly operations: ReadonlyMap<string, { readonly operation: string }>;
  readonly file: NamesFile | undefined;
  /** Set if this is the last description, so that the other routes of the file are unknown. */
  readonly isLast: boolean;
  readonly notes: Notes;
}

/** The methods of the file by route, in the order of the file. */
type ListedMethods = ReadonlyMap<string, readonly NamedMethod[]>;

/** The source of a name that is not in `routes.yaml`. */
type NameOrigin = "file" | "description" | "route";

type PresentCalls = ReturnType<typeof readCalls>;
