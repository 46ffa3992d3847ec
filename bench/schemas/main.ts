/**
 * Measures checks by schemas: all recorded payloads beside Ajv, and a list of twenty orders beside Ajv, zod
 * and valibot. A figure is the processor time of a pass, garbage collection included, in the same process.
 * Exits with 1 when a limit is broken. `--write` writes the table into the README.
 */
import { parseArgs } from "node:util";
import { report } from "../harness/table.js";
import { measureOrders } from "./orders.js";
import { measureRecorded } from "./recorded-payloads.js";

const { values } = parseArgs({ options: { write: { type: "boolean", default: false } } });
const rows = [await measureRecorded(), await measureOrders()];
report("schemas", rows, { isWritten: values.write, packages: ["ajv", "zod", "valibot"] });
