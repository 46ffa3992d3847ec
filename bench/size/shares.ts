/** Tables that divide the size of a bundle among its sources. */
import { resolve } from "node:path";
import { printTable } from "../harness/table.js";
import { bundle, sizeOf } from "./bundle.js";
import { ENDPOINT, exportFrom, NODE_MIDDLEWARE, WEB_MIDDLEWARE, WEBHOOKS } from "./programs.js";

/** Prints the tables of the README, by name. They have no limits. */
export async function printAllShares(): Promise<Readonly<Record<string, string>>> {
  return {
    "size of endpoint": await printShares(
      "endpoint",
      exportFrom("../generated/endpoint.js", "endpoint"),
      await sizeOf(ENDPOINT, "bench", "browser"),
    ),
    "size of webhooks": await printShares(
      "Webhooks with both middlewares",
      exportFrom("../generated/webhooks.js", "Webhooks") +
        exportFrom("../src/runtime/middleware/node.js", "createNodeMiddleware") +
        exportFrom("../src/runtime/middleware/web.js", "createWebMiddleware"),
      await sizeOf(WEBHOOKS + NODE_MIDDLEWARE + WEB_MIDDLEWARE),
    ),
  };
}

/** Files with fewer bytes share one line of the table. */
const MIN_SHOWN = 100;

/**
 * Prints a table that divides a size among sources, in proportion to their minified bytes.
 * @param source A program that imports sources, because the build has one file for each half.
 */
async function printShares(title: string, source: string, total: number): Promise<string> {
  // The paths of this file lead to sources.
  const { metafile } = await bundle(source, "bench", {
    tsconfig: "tsconfig.json",
    alias: NODE_PLATFORM,
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const sum = inputs.reduce((bytes, [, { bytesInOutput }]) => bytes + bytesInOutput, 0);
  const shares = inputs
    .map(([file, { bytesInOutput }]) => [file, Math.round((bytesInOutput * total) / sum)] as const)
    .filter(([, bytes]) => bytes >= MIN_SHOWN)
    .sort(([, one], [, other]) => other - one);
  const smaller = total - shares.reduce((listed, [, bytes]) => listed + bytes, 0);
  return printTable([title, "bytes"], [...shares, ["smaller ones", smaller], ["together", total]]);
}

/** Sources of a platform, for bundles of sources. */
const NODE_PLATFORM = { "#platform": resolve("src/receive/signatures/platform.node.ts") };
