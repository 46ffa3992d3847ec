/** `dev` with an entry, as a process of its own: an entry is imported, and may leave things running. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { expect } from "vitest";
import { until } from "../../until.js";
import { runCli } from "../cli.js";
import { createInspectorApi } from "../inspector-api.js";
import { bundleForEntries, COMMAND_LINE } from "./entries.js";

export const SECRET = "whsec_dGhlIHNlY3JldCBvZiB0aGUgdGVzdHM=";

export type DevProcess = Awaited<ReturnType<typeof startDev>>;

/** Starts `dev` in a folder, and waits until its page is served. Whoever starts it ends it. */
export async function startDev(cwd: string, argv: readonly string[], secret = SECRET) {
  const bundleOf = await bundleForEntries();
  const command = [bundleOf(COMMAND_LINE), "dev", ...argv, "--port", "0"];
  const env = { ...process.env, WEBHOOK_SECRET: secret };
  const child = spawn(process.execPath, command, { cwd, env });
  const exited = once(child, "exit") as Promise<[code: number | null]>;
  const printed = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => (printed.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (printed.err += chunk.toString()));
  const find = (begin: string) => new RegExp(`${begin}(\\S+)\n`).exec(printed.err)?.[1] ?? "";
  await until(() => expect(find("Inspector: ")).not.toBe(""));
  const url = find("Listening on ");
  const listLines = () => printed.out.split("\n").filter(Boolean);
  return {
    /** All that it has printed so far, on standard output and standard error. */
    printed,
    url,
    api: createInspectorApi(find("Inspector: ")),
    listLines,
    /** With `--json`, the reports so far in short: `msg_1 failed 0 message of the error`. */
    listReports: () => listLines().map((line) => summarize(JSON.parse(line) as ReportLine)),
    /** Sends a delivery of `note.created` by the command `send`, and resolves with the exit code. */
    send: async (id: string) => {
      const sending = ["send", "note.created", url, "--id", id];
      const { code } = await runCli(cwd, sending, { env: { WEBHOOK_SECRET: secret }, fetch });
      return code;
    },
    /** Interrupts the process, and resolves with its exit code. */
    end: async () => {
      child.kill("SIGTERM");
      return (await exited)[0];
    },
  };
}

function summarize({ id, outcome, attempt = 0, errors = [], duplicate = false }: ReportLine) {
  return [id, outcome, attempt, ...errors, ...(duplicate ? ["duplicate"] : [])].join(" ");
}

/** A line of `--json`. */
interface ReportLine {
  readonly id: string;
  readonly outcome: string;
  readonly attempt?: number;
  readonly errors?: readonly string[];
  readonly duplicate?: boolean;
}
