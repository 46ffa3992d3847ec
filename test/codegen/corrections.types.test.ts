/** The payload types against deliveries as they were really sent, by the compiler itself. */
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { emitterEventNames } from "../../generated/event-names.js";
import { qualifiedName, readRecordedDeliveries } from "../../scripts/start/recorded-deliveries.js";

const deliveries = readRecordedDeliveries();

/**
 * Each payload as the argument of a function that takes its payload type: literals keep the types
 * that the payload type asks for, and properties beside those of the type are allowed.
 */
function programText(change: (json: string) => string): string {
  const lines = deliveries.map((delivery) => {
    const name = knownName(delivery);
    return `take<EmitterWebhookEvent<${JSON.stringify(name)}>["payload"]>()(${change(JSON.stringify(delivery.payload))});`;
  });
  return [
    `import type { EmitterWebhookEvent } from "typewire-webhook-types";`,
    "const take = <Payload>() => <Value extends Payload>(value: Value): Value => value;",
    ...lines,
  ].join("\n");
}

/** The senders of some events choose the action; these are of the event alone. */
function knownName(delivery: (typeof deliveries)[number]): string {
  const name = qualifiedName(delivery);
  return (emitterEventNames as readonly string[]).includes(name) ? name : delivery.name;
}

const RECORDED = pathOf("recorded");
const ALTERED = pathOf("altered");

/** Files that are in memory alone, beside this one. */
function pathOf(name: string): string {
  return fileURLToPath(new URL(`./${name}-deliveries.generated.ts`, import.meta.url));
}

/** One program of several files, so that the payload types that they share are made once. */
function compile(texts: ReadonlyMap<string, string>): ts.Program {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (name) => texts.has(name) || fileExists(name);
  host.readFile = (name) => texts.get(name) ?? readFile(name);
  host.getSourceFile = (name, ...rest) => {
    const text = texts.get(name);
    return text === undefined
      ? getSourceFile(name, ...rest)
      : ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true);
  };
  return ts.createProgram([...texts.keys()], options, host);
}

/** The lines of a file that do not compile, each with the first of its errors. */
function errorsOf(program: ts.Program, path: string): ReadonlyMap<number, string> {
  const errors = new Map<number, string>();
  for (const diagnostic of ts.getPreEmitDiagnostics(program, program.getSourceFile(path))) {
    const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n");
    const line =
      diagnostic.file && diagnostic.start !== undefined
        ? diagnostic.file.getLineAndCharacterOfPosition(diagnostic.start).line
        : -1;
    if (!errors.has(line)) errors.set(line, message.slice(0, 1000));
  }
  return errors;
}

describe("recorded deliveries", () => {
  const program = compile(
    new Map([
      [RECORDED, programText((json) => json)],
      [ALTERED, programText((json) => json.replaceAll(/"login":"[^"]*"/g, '"login":7'))],
    ]),
  );

  it("have the payload type of their name, all 329 of them", () => {
    expect(deliveries).toHaveLength(329);
    expect([...errorsOf(program, RECORDED)]).toEqual([]);
  });

  it("have it no longer when a login is no text", () => {
    const withLogin = deliveries.filter(({ payload }) => /"login":"/.test(JSON.stringify(payload)));
    expect(errorsOf(program, ALTERED).size).toBe(withLogin.length);
  });
});
