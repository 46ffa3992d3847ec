/** All suites that run inside a runtime, by name. */
import { sendRequests } from "./client.js";
import { buildRequests } from "./endpoint.js";
import { listExports } from "./exports.js";
import { useMadePackage } from "./made.js";
import { receive } from "./receive.js";
import type { Suite, SuiteName } from "./suite.js";

export const SUITES: Readonly<Record<SuiteName, Suite>> = {
  receive,
  endpoint: buildRequests,
  client: sendRequests,
  exports: listExports,
  made: useMadePackage,
};
