/** The program of a receiver in a process of its own, which answers `/peak` with its peak of memory in bytes. */
import { createServer } from "node:http";
import { findImplementation } from "./implementations.js";
import { listenOn } from "./server.js";
import { createToolkit } from "./toolkit.js";

const { webhooks } = createToolkit();
const handler = findImplementation(process.argv[2]).create(webhooks);
const server = createServer((request, response) => {
  if (request.url === "/peak") response.end(String(process.resourceUsage().maxRSS * 1_024));
  else void handler(request, response);
});

process.on("disconnect", () => process.exit());
process.send?.(await listenOn(server));
