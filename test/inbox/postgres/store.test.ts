/** The contract of stores, in PostgreSQL. */
import { createPostgresHarness } from "./harness.js";
import { describeProcesses, describeStore } from "../store-contract.js";

describeStore("the store in PostgreSQL, with pg-boss 10", () => createPostgresHarness(10));
// The other version has the whole contract in `npm run test:all`.
describeProcesses("PostgreSQL, with pg-boss 12", () => createPostgresHarness(12));
