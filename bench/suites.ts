import { clientSuite } from "./client/suite.js";
import { endpointSuite } from "./endpoint/suite.js";
import type { Suite } from "./harness/job.js";
import { memorySuite } from "./memory/suite.js";
import { sizeSuite } from "./size/suite.js";
import { startupSuite } from "./startup/suite.js";
import { sustainedSuite } from "./sustained/suite.js";
import { webhooksSuite } from "./webhooks/suite.js";

/** In the order of the table. */
export const suites: readonly Suite[] = [
  endpointSuite,
  clientSuite,
  webhooksSuite,
  sustainedSuite,
  memorySuite,
  startupSuite,
  sizeSuite,
];
