/**
 * Compiles calls of every operation against a generated client: calls that are right, calls that lack
 * one parameter, and calls that misspell one. Prints the differences from what the description allows,
 * and what the compiler finds wrong in the client itself.
 */
import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import process from "node:process";
import { createRequire } from "node:module";
import type TypeScript from "typescript";
import { type Arguments, BytesSample, type Call, createCall, listCalls } from "./calls.js";
import { type Document, type Json, mapOf, readDocument } from "./document.js";
import { listOperations, type Operation } from "./operations.js";
import { FileSample } from "./samples.js";

/** Cases of one file: a compiler's memory of narrowing and inference ends with a file. */
const CASES_PER_FILE = 500;

/** Declarations at the beginning of each file. */
const HEAD = `import type { Client } from "./client.js";
import type { Routes } from "./routes.js";
declare const client: Client;
declare function known<Name extends string>(): <Route extends Name>(route: Route) => void;
`;

const [description = "", folder = "", config = ""] = process.argv.slice(2);
const cases = [...listCases(readDocument(description))];
const files = writeCases(folder, cases);
// Another compiler than the newest is chosen by the name of its package.
const compiler = process.env["TYPESCRIPT"] ?? "typescript";
// From the root: the tools of packages bring an older one, which is nearer.
const ts = createRequire(`${process.cwd()}/package.json`)(compiler) as typeof TypeScript;
const messages = compile(ts, config);
/** Complaints about the client itself. */
const errors = [...messages].flatMap(([file, lines]) =>
  files.has(file)
    ? []
    : [...lines].map(([line, text]) => `${relative(folder, file)}:${line + 1}: ${text}`),
);
const differences = [...files].flatMap(([file, part]) => [
  ...listDifferences(part, messages.get(file) ?? new Map()),
]);
console.log(JSON.stringify({ cases: cases.length, differences, errors } satisfies Compiled));

// ---- Cases

function* listCases(document: Document): Generator<Case> {
  for (const operation of listOperations(document)) {
    const { route } = operation;
    const known = `known<keyof Routes>()(${JSON.stringify(route)});`;
    yield { label: `${route} is known`, code: known, compiles: true };
    for (const call of listCalls(document, operation)) {
      yield toCase(call, `${route} (${call.label})`, call.arguments, true);
    }
    yield* listWholeBodies(document, operation);
    yield* listIncomplete(document, operation);
    yield* listMisspelt(document, operation);
  }
  const [first] = listOperations(document);
  if (first === undefined) return;
  const route = `${first.method} /a-route/that/nothing/describes`;
  const code = `client.request(${JSON.stringify(route)});`;
  yield { label: `a route that nothing describes`, code, compiles: false };
}

/** @param compiles The compiler should accept the call. */
function toCase({ operation }: Call, label: string, args: Arguments, compiles: boolean): Case {
  const parameters = Object.keys(args).length > 0 ? `, ${print(args)}` : "";
  return {
    label,
    compiles,
    code: `client.request(${JSON.stringify(operation.route)}${parameters});`,
  };
}

/** A value as code. */
function print(value: Json): string {
  if (value instanceof FileSample) return `new Blob([${JSON.stringify(value.text)}])`;
  if (value instanceof BytesSample) return `new Uint8Array([97, 32, 98])`;
  if (Array.isArray(value)) return `[${value.map(print).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, each]) => `${JSON.stringify(key)}: ${print(each)}`,
  );
  return `{ ${members.join(", ")} }`;
}

/** For a body whose properties are keys of the call, the call with the body as one value. */
function* listWholeBodies(document: Document, operation: Operation): Generator<Case> {
  const [content] = operation.body?.content ?? [];
  const call = createCall(document, operation, "required", content);
  const { body } = call;
  if (!body?.isFlat) return;
  const names = Object.keys(mapOf(body.value));
  const rest = Object.entries(call.arguments).filter(([name]) => !names.includes(name));
  const args = { ...Object.fromEntries(rest), data: body.value };
  yield toCase(call, `${operation.route} (whole body)`, args, true);
}

/** For each required parameter, the call without it. */
function* listIncomplete(document: Document, operation: Operation): Generator<Case> {
  const [content] = operation.body?.content ?? [];
  const call = createCall(document, operation, "required", content);
  for (const [parameter] of call.parameters) {
    const { name } = parameter;
    const args = without(call.arguments, name);
    yield toCase(call, `${operation.route} without ${parameter.location} ${name}`, args, false);
  }
  const { body } = call;
  if (body === undefined) return;
  const fields = Object.keys(mapOf(body.value)).filter((name) =>
    body.shape.alwaysRequired.has(name),
  );
  for (const name of fields) {
    const isOptional = operation.body?.isRequired !== true;
    // Without its only field, an optional body is absent.
    if (isOptional && Object.keys(mapOf(body.value)).length === 1) continue;
    const args = body.isFlat
      ? without(call.arguments, name)
      : { ...call.arguments, data: without(mapOf(body.value), name) };
    yield toCase(call, `${operation.route} without body ${name}`, args, false);
  }
}

/** The arguments without one, which may be nested in `parameters`. */
function without(args: Arguments, name: string): Arguments {
  const { parameters, ...others } = args;
  const isNamed = !Object.hasOwn(args, name) || (name === "parameters" && parameters !== undefined);
  if (isNamed && typeof parameters === "object")
    return { ...others, parameters: without(mapOf(parameters), name) };
  return Object.fromEntries(Object.entries(args).filter(([key]) => key !== name));
}

/** The call with one more argument, whose name is that of a parameter or a field and a letter. */
function* listMisspelt(document: Document, operation: Operation): Generator<Case> {
  const [content] = operation.body?.content ?? [];
  const isSent = operation.body?.isRequired === true;
  const call = createCall(document, operation, "required", isSent ? content : undefined);
  const fullCall = createCall(document, operation, "everything", content);
  const body = fullCall.body;
  if (body && (body.shape.isOpen || body.shape.hasAlternatives)) return;
  const taken = new Set([...fullCall.parameters.keys()].map(({ name }) => name));
  const [parameter] = [...fullCall.parameters].filter(([{ name }]) => !taken.has(`${name}z`));
  const [property] = body?.isFlat ? Object.entries(mapOf(body.value)) : [];
  const chosen = parameter ? ([parameter[0].name, parameter[1]] as const) : property;
  if (chosen === undefined) return;
  const args = { ...call.arguments, [`${chosen[0]}z`]: chosen[1] };
  yield toCase(call, `${operation.route} with ${chosen[0]}z`, args, false);
}

// ---- Compiling

/** Writes the cases into files, one on a line. */
function writeCases(folder: string, cases: readonly Case[]): ReadonlyMap<string, readonly Case[]> {
  const files = new Map<string, readonly Case[]>();
  for (let start = 0; start < cases.length; start += CASES_PER_FILE) {
    const file = join(folder, `calls-${start / CASES_PER_FILE}.ts`);
    const part = cases.slice(start, start + CASES_PER_FILE);
    files.set(file, part);
    writeFileSync(file, HEAD + part.map(({ code }) => `void ${code}\n`).join(""));
  }
  return files;
}

/** Compiles the project of a `tsconfig.json`. */
function compile(ts: typeof TypeScript, config: string): Messages {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
  const parsed = ts.getParsedCommandLineOfConfigFile(config, {}, host);
  if (parsed === undefined) throw new Error(`${config} cannot be read.`);
  const program = ts.createProgram(parsed.fileNames, parsed.options);
  const messages = new Map<string, Map<number, string>>();
  for (const { file, start = 0, messageText } of ts.getPreEmitDiagnostics(program)) {
    const lines = messages.get(file?.fileName ?? "") ?? new Map<number, string>();
    const line = file?.getLineAndCharacterOfPosition(start).line ?? 0;
    if (!lines.has(line)) lines.set(line, ts.flattenDiagnosticMessageText(messageText, " "));
    messages.set(file?.fileName ?? "", lines);
  }
  return messages;
}

/** Lists the cases of one file that compile although they should not, and the other way round. */
function* listDifferences(
  cases: readonly Case[],
  messages: ReadonlyMap<number, string>,
): Generator<string> {
  const first = HEAD.split("\n").length - 1;
  for (const [index, { label, compiles, code }] of cases.entries()) {
    const message = messages.get(first + index);
    if (compiles && message !== undefined) yield `${label} does not compile: ${message} in ${code}`;
    if (!compiles && message === undefined) yield `${label} compiles: ${code}`;
  }
}

// ---- Types

/** One call, on one line of a program. */
interface Case {
  readonly label: string;
  readonly code: string;
  readonly compiles: boolean;
}

/** The messages of the compiler by file and line. Messages without a file are under "". */
type Messages = ReadonlyMap<string, ReadonlyMap<number, string>>;

/** The output, as JSON. */
export interface Compiled {
  readonly cases: number;
  readonly differences: readonly string[];
  /** Complaints about the generated client itself. */
  readonly errors: readonly string[];
}
