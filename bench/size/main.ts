/**
 * Prints what each concern of the endpoint and the toolkit adds to a user's bundle, as Markdown;
 * `--write` puts the tables into the README.
 * The modules are bundled from their sources, for the build has one file for each half.
 */
import { parseArgs } from "node:util";
import { printTable } from "../harness/report.js";
import { writeTable } from "../harness/write-readme.js";
import { measureShares } from "./shares.js";

const { values } = parseArgs({ options: { write: { type: "boolean", default: false } } });

const programs = [
  {
    name: "size of endpoint",
    title: "endpoint",
    source: `export { endpoint } from "./src/entries/endpoint.js";`,
  },
  {
    name: "size of webhooks",
    title: "Webhooks with both middlewares",
    source: `export { Webhooks } from "./src/entries/webhooks.js";
      export { createNodeMiddleware } from "./src/middleware/node.js";
      export { createWebMiddleware } from "./src/middleware/web.js";`,
  },
];

for (const { name, title, source } of programs) {
  const { total, shares } = await measureShares(source);
  const lines = [...shares, { concern: "together", bytes: total }];
  const cells = lines.map(({ concern, bytes }) => [concern, bytes]);
  const table = printTable([title, "bytes"], cells);
  console.log(`${table}\n`);
  if (values.write) writeTable(name, table);
}
