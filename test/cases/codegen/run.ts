import { Readable } from "node:stream";
import type { CliIo } from "../../../cli/io/io.js";
import { PROJECT } from "../../../cli/io/tool.js";
import { main } from "../../../cli/main.js";

/** Runs `npm run codegen` in this process: unless `io` says otherwise, without input and environment variables. */
export function run(
  argv: readonly string[],
  io: Partial<CliIo> & Pick<CliIo, "out" | "err">,
): Promise<number> {
  return main(argv, { input: Readable.from([]), env: {}, fetch, tool: PROJECT, ...io });
}
