import { createServer } from "node:http";
import { createToolkit } from "../../middleware/fixture.js";
import { implementations, listenOn } from "../../middleware/implementations.js";

/** A receiver in a process of its own, which tells its peak of memory when asked for it. */
const implementation = implementations.find(({ name }) => name === process.argv[2]);
if (implementation === undefined) throw new Error(`There is no implementation ${process.argv[2]}.`);

const { webhooks } = createToolkit();
const handler = implementation.create(webhooks);
const server = createServer((request, response) => {
  if (request.url === "/peak") response.end(String(process.resourceUsage().maxRSS * 1_024));
  else void handler(request, response);
});

process.on("disconnect", () => process.exit());
process.send?.(await listenOn(server));
