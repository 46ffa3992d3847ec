/** Conversations over one connection, with clients that leave or send what no client should, on each implementation. */
import { describe, expect, it } from "vitest";
import { names, type ImplementationName } from "../../http/implementations.js";
import type { RawClient } from "../../http/raw-client.js";
import { startReceiver, watchProcess, type Receiver } from "../../http/receiver.js";
import { request } from "../../http/requests.js";
import { createGate } from "../../http/toolkit.js";
import { sample } from "../../sample.js";
import { aborts, halfClosed, keepAlive, limits, slowBodies } from "./connection-cases.js";
import type { ConnectionCase } from "./connection-steps.js";
import { expectations, framing, pipelining } from "./framing-cases.js";
import { untilMet } from "../../until-met.js";

watchProcess();

const groups: readonly Group[] = [
  { title: "http: aborts", cases: aborts, most: 20, isCorner: ({ isGated }) => isGated === true },
  {
    title: "http: keep-alive after an error",
    cases: keepAlive,
    most: 24,
    isCorner: ({ isProduct }) => isProduct !== true,
  },
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
        .filter(({ only }) => only === undefined || only === name)
        .map((conversation) => [conversation.title, conversation] as const),
    )("%s", (_title, conversation) => converse(name, conversation));
  });
});

/** Holds a conversation with a receiver of its own, and expects its answers, its end, and nothing left behind. */
async function converse(name: ImplementationName, conversation: ConnectionCase): Promise<void> {
  const { isGated, options = {} } = conversation;
  const gate = createGate();
  if (isGated !== true) gate.open();
  const receiver = await startReceiver(name, {
    ...options,
    toolkit: { handler: () => gate.passed, ...options.toolkit },
  });
  try {
    const client = receiver.connect();
    for (const step of conversation.steps) {
      if (typeof step === "function") await step(client, receiver, gate);
      else void client.write(step);
    }
    await expectAnswers(client, conversation);
    await expectDeliveries(receiver, conversation);
    if (conversation.ends === "open") await expectOpen(client);
    // With other options, the receiver may refuse or fail the good delivery that this sends.
    if (options.toolkit === undefined && options.middleware === undefined)
      await receiver.expectAlive();
    await receiver.expectNothingLeft();
    const errors = receiver.recorder.entries.filter(({ level }) => level === "error");
    expect(errors).toHaveLength(count(conversation.answers, 500));
  } finally {
    await receiver.close();
  }
}

async function expectAnswers(client: RawClient, { answers, ends }: ConnectionCase): Promise<void> {
  const statuses = [];
  while (statuses.length < answers.length) statuses.push((await client.answer())?.status);
  expect(statuses).toEqual(answers);
  if (ends === "closed") await expectClosed(client);
}

/** Expects that so many deliveries reach a handler, which may be after the answers. */
async function expectDeliveries(receiver: Receiver, conversation: ConnectionCase): Promise<void> {
  const { answers, received = count(answers, 200) } = conversation;
  await untilMet(() => receiver.received.length >= received);
  expect(receiver.received).toHaveLength(received);
}

async function expectOpen(client: RawClient): Promise<void> {
  void client.write(request());
  expect((await client.answer())?.status).toBe(200);
}

async function expectClosed(client: RawClient): Promise<void> {
  expect(await client.answer()).toBeUndefined();
  await client.closed;
}

function count(statuses: readonly number[], wanted: number): number {
  return statuses.filter((status) => status === wanted).length;
}

interface Group {
  readonly title: string;
  readonly cases: readonly ConnectionCase[];
  /** Number of the cases that a sampled run has, if they are a product. */
  readonly most?: number;
  /** Tells which of them each run must have. */
  readonly isCorner?: (conversation: ConnectionCase) => boolean;
}
