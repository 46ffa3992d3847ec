/** `dev` in the process of a test, which collects what it prints. */
import { PassThrough } from "node:stream";
import { expect, onTestFinished } from "vitest";
import type { CliIo } from "../../../cli/io/io.js";
import { main } from "../../../cli/main.js";
import { until } from "../../until.js";
import { createInspectorApi } from "../inspector-api.js";

/** Starts `dev` in a folder, waits until it is ready, and stops it at the end of the test. */
export async function runDev(
  cwd: string,
  argv: readonly string[],
  { ports = ["--port", "0"], ready = "Inspector: ", io = {} }: DevOptions = {},
) {
  const interruption = new AbortController();
  const out: string[] = [];
  const err: string[] = [];
  const running = main(["dev", ...ports, ...argv], {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    input: new PassThrough(),
    env: {},
    cwd,
    fetch,
    signal: interruption.signal,
    ...io,
  });
  const stop = async (): Promise<number> => {
    interruption.abort();
    return running;
  };
  onTestFinished(async () => {
    await stop();
  });
  /** The rest of the first line that begins with a text. */
  const find = (begin: string) => err.find((line) => line.startsWith(begin))?.slice(begin.length);
  await until(() => expect(find(ready)).toBeDefined());
  const [url = "", page = ""] = [find("Listening on "), find("Inspector: ")];
  return { out, err, find, url, page, api: createInspectorApi(page), running, stop };
}

interface DevOptions {
  /** Options of ports. Default: a free one. */
  readonly ports?: readonly string[];
  /** Begin of the line after which the run is ready. */
  readonly ready?: string;
  readonly io?: Partial<CliIo>;
}
