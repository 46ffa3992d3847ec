/** The contract of stores, in PostgreSQL with each version of pg-boss. */
import { createPostgresHarness } from "./harness.js";
import { describeProcesses, describeStore } from "../store-contract.js";

describeStore("the store in PostgreSQL, with pg-boss 12", () => createPostgresHarness(12));
describeProcesses("PostgreSQL, with pg-boss 10", () => createPostgresHarness(10));
