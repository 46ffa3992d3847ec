/** Ways to look at an error, and to print any value: none may show a credential. */
import { Console } from "node:console";
import { PassThrough } from "node:stream";
import { format, inspect } from "node:util";
import { serialize } from "node:v8";

export const looks: readonly (readonly [title: string, look: Look])[] = [
  ["String()", String],
  ["a template", (error) => `${error}`],
  ["message", ({ message }) => message],
  ["stack", ({ stack = "" }) => stack],
  ["name and code", (error) => `${error.name} ${String(Reflect.get(error, "code"))}`],
  ["toString of the prototype", (error) => Error.prototype.toString.call(error)],
  ["JSON.stringify", (error) => JSON.stringify(error)],
  [
    "JSON.stringify with all keys",
    (error) => JSON.stringify(error, Object.getOwnPropertyNames(error)),
  ],
  ["JSON.stringify of its causes", (error) => JSON.stringify(listCauses(error))],
  ["util.inspect", (error) => inspect(error)],
  [
    "util.inspect, everything",
    (error) => inspect(error, { depth: null, showHidden: true, getters: true }),
  ],
  ["util.inspect with proxies", (error) => inspect(error, { depth: 20, showProxy: true })],
  ["util.inspect of an array", (error) => inspect([error], { depth: null })],
  ["util.format %o", (error) => format("%o", error)],
  ["util.format %O", (error) => format("%O", error)],
  ["util.format %s", (error) => format("%s", error)],
  ["Object.entries", (error) => JSON.stringify(Object.entries(error))],
  [
    "property descriptors",
    (error) => inspect(Object.getOwnPropertyDescriptors(error), { depth: null }),
  ],
  ["a spread", (error) => inspect(Object.assign({}, error), { depth: null })],
  [
    "structuredClone",
    (error) => inspect(structuredClone(error), { depth: null, showHidden: true }),
  ],
  ["v8.serialize", (error) => serialize(error).toString("latin1")],
  [
    "messages and stacks of its causes",
    (error) =>
      listCauses(error)
        .map(({ message, stack }) => message + String(stack))
        .join(),
  ],
  [
    "all that is reachable",
    (error) => [...walk(error)].filter((value) => typeof value === "string").join("\n"),
  ],
  ["console.log", (error) => printByConsole(error)],
  [
    "console.log of an AggregateError",
    (error) => printByConsole(new AggregateError([error], "all")),
  ],
  [
    "JSON.stringify of an AggregateError",
    (error) => JSON.stringify(new AggregateError([error]), ["errors", ...listKeys(error)]),
  ],
  ["as a cause", (error) => printByConsole(new Error("failed", { cause: error }))],
  [
    "its request",
    (error) => printByConsole([Reflect.get(error, "request"), Reflect.get(error, "config")]),
  ],
  [
    "util.inspect of its prototypes",
    (error) => inspect(Object.getPrototypeOf(error), { depth: null, showHidden: true }),
  ],
  [
    "its headers",
    (error) => inspect([...((Reflect.get(error, "headers") as Headers | undefined) ?? [])]),
  ],
];

/** Ways to print any value, such as a client. */
export const prints: readonly (readonly [title: string, print: (value: object) => string])[] = [
  ["console.log", printByConsole],
  ["util.inspect", inspect],
  ["util.inspect, hidden properties", (value) => inspect(value, { depth: null, showHidden: true })],
  ["util.inspect, everything", inspectAll],
  ["util.format %o", (value) => format("%o", value)],
  ["JSON.stringify", (value) => JSON.stringify(value)],
  ["String()", String],
  [
    "property descriptors",
    (value) => inspect(Object.getOwnPropertyDescriptors(value), { depth: null, showHidden: true }),
  ],
  ["a spread", (value) => inspect({ ...value }, { depth: null, showHidden: true })],
  [
    "all that is reachable",
    (value) => [...walk(value)].filter((each) => typeof each === "string").join(),
  ],
];

export function inspectAll(value: object): string {
  return inspect(value, { depth: null, showHidden: true, getters: true, showProxy: true });
}

function listKeys(value: object): string[] {
  return Reflect.ownKeys(value).map(String);
}

/** The error, and the chain of its causes. */
function listCauses(error: unknown): Error[] {
  return error instanceof Error ? [error, ...listCauses(error.cause)] : [];
}

/** All values that are reachable from one. */
function* walk(value: unknown, seen = new Set<unknown>()): Generator {
  yield value;
  if (typeof value !== "object" || value === null || seen.has(value)) return;
  seen.add(value);
  for (const key of Reflect.ownKeys(value)) yield* walk(Reflect.get(value, key), seen);
}

/** The text that a console writes. */
function printByConsole(value: unknown): string {
  const stream = new PassThrough();
  new Console(stream, stream).log(value);
  return String(stream.read());
}

type Look = (error: Error) => string;
