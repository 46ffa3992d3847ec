import type { Suite } from "../harness/job.js";
import { timeJobs } from "../harness/time-job.js";
import { endpoint } from "typewire/endpoint";

export const endpointSuite: Suite = {
  name: "endpoint",
  measure: (conditions) =>
    timeJobs(
      [
        {
          name: "static",
          ours: () => endpoint("GET /"),
          limit: () => ({
            method: "get",
            url: "https://api.vendor.example/",
            headers: { accept: "application/vnd.vendor.v3+json", "user-agent": "typewire/0.1.0" },
          }),
          atMost: 8,
        },
      ],
      conditions,
    ),
};
