import { describe, expect, it } from "vitest";
import { createGate } from "../../middleware/fixture.js";
import { names, request, startBench, until, watchProcess } from "./bench.js";
import type { ImplementationName } from "./bench.js";
import {
  aborts,
  expectations,
  framing,
  halfClosed,
  keepAlive,
  limits,
  pipelining,
  slowBodies,
} from "./connection-cases.js";
import type { ConnectionCase } from "./connection-cases.js";

watchProcess();

const groups: readonly (readonly [title: string, cases: readonly ConnectionCase[]])[] = [
  ["http: aborts", aborts],
  ["http: keep-alive after an error", keepAlive],
  ["http: body limits", limits],
  ["http: slow bodies", slowBodies],
  ["http: half-closed connections", halfClosed],
  ["http: framing", framing],
  ["http: expectations", expectations],
  ["http: pipelining", pipelining],
];

async function converse(name: ImplementationName, conversation: ConnectionCase): Promise<void> {
  const { steps, answers, ends, isGated, options = {} } = conversation;
  const gate = createGate();
  if (isGated !== true) gate.open();
  const bench = await startBench(name, {
    ...options,
    toolkit: { handler: () => gate.passed, ...options.toolkit },
  });
  try {
    const client = bench.connect();
    for (const step of steps) {
      if (typeof step === "function") await step(client, bench, gate);
      else void client.write(step);
    }
    const statuses = [];
    while (statuses.length < answers.length) statuses.push((await client.answer())?.status);
    expect(statuses).toEqual(answers);
    const delivered = answers.filter((status) => status === 200).length;
    if (ends === "closed") {
      expect(await client.answer()).toBeUndefined();
      await client.closed;
    }
    const expected = conversation.received ?? delivered;
    await until(() => bench.received.length >= expected);
    expect(bench.received).toHaveLength(expected);
    if (ends === "open") {
      void client.write(request());
      expect((await client.answer())?.status).toBe(200);
    }
    if (options.toolkit === undefined && options.middleware === undefined)
      await bench.expectAlive();
    await bench.expectNothingLeft();
    expect(bench.recorder.entries.filter(isError)).toHaveLength(
      answers.filter((status) => status === 500).length,
    );
  } finally {
    await bench.close();
  }
}

function isError({ level }: { readonly level: string }): boolean {
  return level === "error";
}

describe.each(groups)("%s", (_, cases) => {
  describe.each(names)("on %s", (name) => {
    it.each(
      cases
        .filter(({ only = name }) => only === name)
        .map((conversation) => [conversation.title, conversation] as const),
    )("%s", (_title, conversation) => converse(name, conversation));
  });
});
