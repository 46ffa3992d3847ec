/** Where a follower of a relay begins, and the file in which the next run finds how far this one came. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RelayOptions } from "../../src/relay/options.js";
import { readDuration } from "../io/option-values.js";
import { printError, UsageError } from "../io/errors.js";
import { type CliIo, locate } from "../io/io.js";

export const FOLLOW_OPTIONS = {
  all: { type: "boolean", default: false },
  new: { type: "boolean", default: false },
  since: { type: "string" },
} as const;

export const FOLLOW_HELP = `  --all                Begin with all deliveries that the relay keeps
  --since DURATION     Begin with those of the last 30m, 12h or 3d, for example
  --new                Begin with new ones. Default: where the last run in this folder stopped, as
                       .typewire/ has it`;

/** @throws UsageError for options that exclude each other, and for a wrong duration. */
export function checkFollowValues(values: FollowValues): void {
  const chosen = (["all", "new", "since"] as const).filter((name) => Boolean(values[name]));
  if (chosen.length > 1) {
    const names = chosen.map((name) => `--${name}`).join(" and ");
    throw new UsageError(`${names} are given; expected one of them.`);
  }
  readDuration("since", values.since);
}

/** Chooses the place by the options, or else by the file of the last run. */
export function findPlace(values: FollowValues, channel: URL, io: CliIo): ChannelPlace {
  const file = new PlaceFile(channel, io);
  const onHandled = (id: string): void => file.write(id);
  if (values.all) return { lastEventId: ALL, onHandled };
  if (values.new) return { onHandled };
  const since = readDuration("since", values.since);
  if (since !== undefined) return { since: Date.now() - since, onHandled };
  const lastEventId = file.read();
  if (lastEventId === undefined) return { onHandled };
  const note = "Going on where the last run stopped; --new begins with new deliveries.";
  return { lastEventId, onHandled, note };
}

/** An id that no relay has given, so that it sends all deliveries that it keeps. */
const ALL = "all";

const FOLDER = ".typewire";

/** One file for each channel, so that followers of several do not write over each other. */
class PlaceFile {
  readonly #folder: string;
  readonly #path: string;
  readonly #err: CliIo["err"];
  #state: "new" | "ready" | "failed" = "new";

  constructor({ origin, pathname }: URL, io: CliIo) {
    this.#folder = locate(io, FOLDER);
    // The address can be a secret, so the name does not tell it.
    const name = createHash("sha256").update(`${origin}${pathname}`).digest("hex").slice(0, 16);
    this.#path = join(this.#folder, `followed-${name}`);
    this.#err = io.err;
  }

  read(): string | undefined {
    try {
      return readFileSync(this.#path, "utf8").trimEnd() || undefined;
    } catch {
      return undefined; // the first run
    }
  }

  /** Replaces the file at once, so that a kill leaves the place before this one. */
  write(id: string): void {
    try {
      if (this.#state !== "ready") this.#createFolder();
      const draft = `${this.#path}.${process.pid}`;
      writeFileSync(draft, `${id}\n`);
      renameSync(draft, this.#path);
      this.#state = "ready";
    } catch (error) {
      if (this.#state !== "failed")
        this.#err(
          `The next run cannot go on after this one: ${FOLDER} is not writable. ${printError(error)}`,
        );
      this.#state = "failed"; // the folder may be back at the next delivery
    }
  }

  #createFolder(): void {
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(join(this.#folder, ".gitignore"), "*\n");
  }
}

export interface FollowValues {
  readonly all: boolean;
  readonly new: boolean;
  readonly since?: string | undefined;
}

/** The options of a connection that begins where the command line says, and keeps how far it comes. */
export type ChannelPlace = Pick<RelayOptions, "lastEventId" | "since" | "onHandled"> & {
  /** Line that says where the connection begins, if no option does. */
  readonly note?: string;
};
