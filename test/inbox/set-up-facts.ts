/** An inbox that keeps the facts and the log entries that it reports. */
import type { InboxFact } from "../../src/inbox/observe/facts.js";
import type { InboxOptions } from "../../src/inbox/types.js";
import { HOUR } from "./deliveries.js";
import { setUp as setUpInbox } from "./setup.js";

export const LEASE = 12_000; // the default

export function setUp(
  options: Partial<InboxOptions> = {},
  more: Parameters<typeof setUpInbox>[1] = {},
) {
  const facts: InboxFact[] = [];
  const parts = setUpInbox(
    { observe: (fact) => facts.push(fact), pollInterval: HOUR, ...options },
    more,
  );
  const logged = () => parts.recorder.entries.map(({ level, data }) => [level, data[0]]);
  return { ...parts, facts, logged, begin: parts.environment.clock() };
}
