/** The payload types against deliveries as they were really sent, by the compiler itself. */
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { emitterEventNames } from "../../generated/event-names.js";
import { qualifiedName, readRecordedDeliveries } from "../../scripts/start/recorded-deliveries.js";
import { diagnose, printMessage } from "../types/compiler.js";

const deliveries = readRecordedDeliveries();

/** Beside this file, and in memory alone. */
const FOLDER = fileURLToPath(new URL("deliveries", import.meta.url));
const RECORDED = `${FOLDER}/recorded.ts`;
const ALTERED = `${FOLDER}/altered.ts`;

const OPTIONS = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  exactOptionalPropertyTypes: true,
  target: "es2022",
  module: "nodenext",
  types: [],
};

describe("recorded deliveries", () => {
  // One program of both files, so that the payload types that they share are made once.
  const errors = errorsByLine(
    new Map([
      [RECORDED, programText((json) => json)],
      [ALTERED, programText((json) => json.replaceAll(/"login":"[^"]*"/g, '"login":7'))],
    ]),
  );

  it("have the payload type of their name, all 329 of them", () => {
    expect(deliveries).toHaveLength(329);
    expect(errors.get(RECORDED)).toEqual(new Map());
  });

  it("have it no longer when a login is no text", () => {
    const withLogin = deliveries.filter(({ payload }) => /"login":"/.test(JSON.stringify(payload)));
    expect(errors.get(ALTERED)?.size).toBe(withLogin.length);
  });
});

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

/** The lines of each file that do not compile, with the first of their errors. */
function errorsByLine(
  texts: ReadonlyMap<string, string>,
): ReadonlyMap<string, ReadonlyMap<number, string>> {
  const errors = new Map([...texts.keys()].map((path) => [path, new Map<number, string>()]));
  for (const diagnostic of diagnose(FOLDER, texts, OPTIONS)) {
    const { fileName = "", pos } = diagnostic;
    const line = texts.get(fileName)?.slice(0, pos).split("\n").length ?? -1;
    const lines = errors.get(fileName) ?? fail(printMessage(diagnostic));
    if (!lines.has(line)) lines.set(line, printMessage(diagnostic).slice(0, 1000));
  }
  return errors;
}

function fail(message: string): never {
  throw new Error(message);
}
