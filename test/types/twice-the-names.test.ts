/**
 * The types at twice the number of names: nothing that handlers are written with may come near the
 * size at which a compiler gives up on a union (TS2590).
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emitterEventNames } from "typewire";
import { createContext } from "../../codegen/emit/context/context.js";
import { finishFile, PROJECT_ORIGIN } from "../../codegen/emit/print/file.js";
import { emitEvents } from "../../codegen/emit/types/events.js";
import { emitPayloads, emitShared } from "../../codegen/emit/types/schema-files.js";
import { shareEqualObjects } from "../../codegen/emit/reshape/share-objects.js";
import type { SchemaModel } from "../../codegen/model/model.js";
import { readSchema } from "../../codegen/read-schema.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "typewire-twice-"));

let compiled: ts.Program;

beforeAll(async () => {
  const context = await createContext(shareEqualObjects(readTwice()));
  for (const draft of [...emitShared(context), emitPayloads(context), emitEvents(context)]) {
    const { path, text } = await finishFile(
      draft,
      context.memo,
      PROJECT_ORIGIN,
      "typewire-runtime",
    );
    writeFileSync(join(folder, path), text);
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  compiled = compilePrograms();
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const prelude = `
import type { EmitterWebhookEvent, EmitterWebhookEventName, WebhookTypes } from "./events.js";
import type { EventHandler, Webhooks } from ${JSON.stringify(`${root}src/receive/webhooks/types.js`)};
declare const webhooks: Webhooks<WebhookTypes>;
`;

const programs = [
  [
    "one name",
    `webhooks.on("issues_again.opened", ({ payload }) => payload.issue.number);
// @ts-expect-error -- misspelt
webhooks.on("issues_again.opened", ({ payload }) => payload.isue);`,
  ],
  [
    "an array of names",
    `webhooks.on(["issues.opened", "issues_again.closed"], ({ payload }) => payload.issue.number);`,
  ],
  [
    "onAny with a switch",
    `webhooks.onAny((event) => {
  switch (event.name) {
    case "issues":
    case "issues_again":
      return event.payload.issue.number;
    case "push_again":
      return event.payload.ref.length;
    default:
      return event.id.length;
  }
});`,
  ],
  [
    "a generic helper",
    `function register<Name extends EmitterWebhookEventName>(
  name: Name,
  handler: EventHandler<EmitterWebhookEvent<Name>>,
): void {
  webhooks.on(name, handler);
}
register("issues_again.opened", ({ payload }) => payload.issue.number);`,
  ],
  [
    "every name at once",
    `declare const names: readonly EmitterWebhookEventName[];
webhooks.on(names, (event) => event.payload);
export const event = (value: EmitterWebhookEvent<EmitterWebhookEventName>) => value.payload;`,
  ],
] as const;

describe("at twice the number of names", () => {
  it("every name is there", () => {
    const events = readFileSync(join(folder, "events.ts"), "utf8");
    const map = /interface EventMap \{(.*?)\n\}/su.exec(events)?.[1] ?? "";
    expect(map.match(/: \w+Event/g)).toHaveLength(2 * emitterEventNames.length);
  });

  it.each(programs)("%s compiles", (title) => {
    expect(errorsOf(title)).toEqual([]);
  });

  it("the types themselves compile", () => {
    for (const file of compiled.getSourceFiles().filter(({ fileName }) => isOurs(fileName))) {
      const diagnostics = ts.getPreEmitDiagnostics(compiled, file);
      expect(diagnostics.map(({ messageText }) => messageText)).toEqual([]);
    }
  });
});

/** The schema's events, each of them a second time under another name. */
function readTwice(): SchemaModel {
  const paths = readdirSync(`${root}/schema`, { recursive: true, encoding: "utf8" });
  const files = paths
    .filter((path) => path.endsWith(".yaml"))
    .map((path) => ({ path, text: readFileSync(join(root, "schema", path), "utf8") }));
  const model = readSchema(files);
  const again = model.events.map((event) => ({ ...event, name: `${event.name}_again` }));
  // Without a package of types all files stand in one folder, as sources that are checked whole.
  const { typesPackage, ...vendor } = model.vendor;
  return { ...model, vendor, events: [...model.events, ...again], routes: [] };
}

/** All programs at once, so that the types that they share are made once. */
function compilePrograms(): ts.Program {
  const files = programs.map(([title, text]) => {
    const path = programPath(title);
    writeFileSync(path, prelude + text);
    return path;
  });
  return ts.createProgram(files, {
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.Node16,
    typeRoots: [`${root}node_modules/@types`],
    types: ["node"],
    paths: { "#platform": [`${root}src/receive/signatures/platform.node.ts`] },
    skipLibCheck: true,
  });
}

/** If a file is below `src/` or generated, and not one of the compiler or of Node. */
function isOurs(path: string): boolean {
  return !path.includes("/node_modules/");
}

function programPath(title: string): string {
  return join(folder, `${title.replaceAll(" ", "-")}.ts`);
}

/** Errors of one program, and those that belong to no file. */
function errorsOf(title: string): readonly string[] {
  const diagnostics = ts.getPreEmitDiagnostics(
    compiled,
    compiled.getSourceFile(programPath(title)),
  );
  return diagnostics.map(
    ({ code, messageText }) => `TS${code}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
  );
}
