/** Clients that send what no client should, or leave: each case on each implementation. */
import { describe, expect, it } from "vitest";
import { names, type ImplementationName } from "../../http/implementations.js";
import { startReceiver, watchProcess } from "../../http/receiver.js";
import { request } from "../../http/requests.js";
import { createGate } from "../../http/toolkit.js";
import { sample } from "../../sample.js";
import { aborts, halfClosed, keepAlive, limits, refusals, slowBodies } from "./connection-cases.js";
import type { ConnectionCase } from "./connection-steps.js";
import { expectations, framing, pipelining } from "./framing-cases.js";
import { untilMet } from "../../until-met.js";

watchProcess();

const groups: readonly Group[] = [
  { title: "http: aborts", cases: aborts, most: 20, isCorner: ({ isGated }) => isGated === true },
  { title: "http: keep-alive after an error", cases: keepAlive, most: 24, isCorner: isOfNoRefusal },
  { title: "http: body limits", cases: limits },
  {
    title: "http: slow bodies",
    cases: slowBodies,
    most: 5,
    isCorner: ({ title }) => title === "it stalls",
  },
  { title: "http: half-closed connections", cases: halfClosed },
  { title: "http: framing", cases: framing },
  { title: "http: expectations", cases: expectations },
  { title: "http: pipelining", cases: pipelining },
];

describe.each(groups)("$title", (group) => {
  const { title, cases, most = cases.length, isCorner } = group;
  describe.each(names)("on %s", (name) => {
    it.each(
      sample(`${title} on ${name}`, cases, most, isCorner)
        .filter(({ only = name }) => only === name)
        .map((conversation) => [conversation.title, conversation] as const),
    )("%s", (_title, conversation) => converse(name, conversation));
  });
});

/** Picked by hand; the others are each refusal with each way to send its body. */
function isOfNoRefusal({ title }: ConnectionCase): boolean {
  return !refusals.some(([refusal]) => title.startsWith(refusal));
}

async function converse(name: ImplementationName, conversation: ConnectionCase): Promise<void> {
  const { steps, answers, ends, isGated, options = {} } = conversation;
  const gate = createGate();
  if (isGated !== true) gate.open();
  const receiver = await startReceiver(name, {
    ...options,
    toolkit: { handler: () => gate.passed, ...options.toolkit },
  });
  try {
    const client = receiver.connect();
    for (const step of steps) {
      if (typeof step === "function") await step(client, receiver, gate);
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
    await untilMet(() => receiver.received.length >= expected);
    expect(receiver.received).toHaveLength(expected);
    if (ends === "open") {
      void client.write(request());
      expect((await client.answer())?.status).toBe(200);
    }
    if (options.toolkit === undefined && options.middleware === undefined)
      await receiver.expectAlive();
    await receiver.expectNothingLeft();
    expect(receiver.recorder.entries.filter(isError)).toHaveLength(
      answers.filter((status) => status === 500).length,
    );
  } finally {
    await receiver.close();
  }
}

function isError({ level }: { readonly level: string }): boolean {
  return level === "error";
}

interface Group {
  readonly title: string;
  readonly cases: readonly ConnectionCase[];
  /** Where the cases are a product: how many of them a sampled run has. */
  readonly most?: number;
  /** Those of them that a sampled run must have. */
  readonly isCorner?: (conversation: ConnectionCase) => boolean;
}
