/** Reports on deliveries as lines on the screen, and verified deliveries in the file of `--record`. */
import { appendFile } from "node:fs/promises";
import { printError } from "../../io/errors.js";
import { type CliIo, locate } from "../../io/io.js";
import type { Report } from "./judge.js";
import { printReport, printReportAsJson } from "./report.js";
import type { DevSettings } from "../settings.js";

export class ReportLog {
  readonly #values: DevSettings["values"];
  readonly #io: CliIo;
  /** The same streams, but escapes stay as they are, for coloured text. */
  readonly #screen: CliIo;
  /** Text that a line must contain to be printed. */
  #filter = "";
  #isSilent = false;
  /** Keys of the deliveries for which no lines are printed. */
  readonly #silentKeys = new Set<string>();
  /** Writes to the file of `--record`, one after the other. */
  #recorded: Promise<void> = Promise.resolve();

  constructor({ values }: DevSettings, io: CliIo, screen: CliIo) {
    this.#values = values;
    this.#io = io;
    this.#screen = screen;
  }

  /** @param filter only lines with this text are printed; all, if it is empty. */
  setFilter(filter: string): void {
    this.#filter = filter;
  }

  /** Prints and records nothing about the deliveries that arrive while `run` runs. */
  async silence(run: () => Promise<void>): Promise<void> {
    this.#isSilent = true;
    try {
      await run();
    } finally {
      this.#isSilent = false;
    }
  }

  add(report: Report): void {
    // A report with `stored` is a later one on the same delivery.
    const isFirst = report.stored === undefined;
    if (isFirst) this.#record(report);
    if (this.#isSilent) this.#silentKeys.add(report.key);
    if (this.#isSilent || (!isFirst && this.#silentKeys.has(report.key))) return;
    if (this.#values.json) this.#io.out(printReportAsJson(report));
    else this.#print(report);
  }

  /** Resolves when everything is recorded. */
  async finished(): Promise<void> {
    await this.#recorded;
  }

  #print(report: Report): void {
    const { style: paint = (_: string, text: string) => text, out } = this.#screen;
    const text = printReport(report, this.#values.payload, paint);
    const searched = `${text} ${JSON.stringify(report.payload)}`.toLowerCase();
    if (searched.includes(this.#filter.toLowerCase())) out(text);
  }

  #record({ isVerified, outcome, id, event, receivedAt, payload }: Report): void {
    const { record } = this.#values;
    if (record === undefined || this.#isSilent || payload === undefined) return;
    if (!isVerified || outcome === "running") return; // a report follows when it is handled
    const line = `${JSON.stringify({ name: event, id, receivedAt, payload })}\n`;
    const file = locate(this.#io, record);
    this.#recorded = this.#recorded
      .then(() => appendFile(file, line))
      .catch((error: unknown) => this.#io.err(printError(error)));
  }
}
