import type { Suite } from "../harness/job.js";
import { timeJobs } from "../harness/time-job.js";
import { deliverJobs } from "./deliver.js";
import { receiveJobs } from "./receive.js";
import { registerJobs } from "./register.js";
import { verifyJobs } from "./verify.js";

export const webhooksSuite: Suite = {
  name: "webhooks",
  measure: (conditions) =>
    timeJobs([...verifyJobs, ...receiveJobs, ...deliverJobs, ...registerJobs], conditions),
};
