/** The contract of every middleware: the rules of receiving over HTTP, on real sockets. */
import { describe } from "vitest";
import type { AdapterName, Implementation } from "../../http/implementations.js";
import { describeBodies } from "./bodies.js";
import { describeConnections } from "./connections.js";
import { describeOutcomes } from "./outcomes.js";
import { setUpReceivers } from "./receivers.js";
import { describeRequests } from "./requests.js";

export function describeContract(implementation: Implementation<AdapterName>): void {
  describe(`the middleware on ${implementation.name}`, () => {
    const receivers = setUpReceivers(implementation);
    describeRequests(receivers);
    describeBodies(receivers);
    describeOutcomes(receivers);
    describeConnections(receivers);
  });
}
