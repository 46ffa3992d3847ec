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
 * @param program Imports sources: the build joins the modules of the runtime into a few files.
 * @param total The size of the same program with the build, which is what users have.
 */
async function printShares(title: string, program: string, total: number): Promise<string> {
  const { metafile } = await bundle(program, "bench", {
    tsconfig: "tsconfig.json", // maps `typewire-runtime`, which generated modules import, to its sources
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

/** `#platform` leads to a file of the build, so a bundle of sources is told the source. */
const NODE_PLATFORM = { "#platform": resolve("src/receive/signatures/platform.node.ts") };
