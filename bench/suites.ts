import { endpointSuite } from "./endpoint/suite.js";
import type { Suite } from "./harness/job.js";

/** In the order of the table. */
export const suites: readonly Suite[] = [endpointSuite];
