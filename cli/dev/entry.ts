/** The entry of `dev`: a user's module that exports a toolkit or an inbox. */
import { existsSync, type FSWatcher, watch } from "node:fs";
import { dirname, resolve } from "node:path";
import { isRecord } from "../../src/base/values.js";
import { RECEIVER, type WebhooksInstance } from "../../src/receive/webhooks/receiver.js";
import { CommandError } from "../io/errors.js";
import { type ModuleExports, ReloadableModule } from "./reloadable-module.js";

/** The export of the entry that receives deliveries. */
export type EntryTarget = WebhooksInstance & {
  /** Starts the handling of stored deliveries. Only an inbox has it. */
  start?(): Promise<void>;
  drain?(options?: { readonly signal?: AbortSignal }): Promise<void>;
};

/** Files whose change may change the entry. */
const SOURCE = /\.(?:[cm]?[jt]s|json)$/;

/** Milliseconds without a change before the callback, because editors save in several steps. */
const QUIET_MILLISECONDS = 80;

export class Entry {
  readonly path: string;
  readonly #module: ReloadableModule;

  /**
   * @param path as the user gave it, for messages.
   * @throws CommandError if there is no such file.
   */
  constructor(path: string, located = path) {
    this.path = resolve(located);
    if (!existsSync(this.path)) {
      throw new CommandError(
        `The entry ${path} does not exist; expected a module that exports a Webhooks or an inbox.`,
      );
    }
    this.#module = new ReloadableModule(this.path);
  }

  /**
   * Loads the present version of the module.
   * @throws CommandError if it cannot be loaded, or exports nothing that receives deliveries.
   */
  async load(): Promise<EntryTarget> {
    const target = findTarget(await this.#module.load());
    await target.start?.();
    return target;
  }

  /** Calls back after a change of the entry or of a file in its folder. Returns a function that stops it. */
  watch(onChange: () => void): () => void {
    let timer: NodeJS.Timeout | undefined;
    const watcher: FSWatcher = watch(dirname(this.path), (_, name) => {
      if (name !== null && !SOURCE.test(name)) return;
      clearTimeout(timer);
      timer = setTimeout(onChange, QUIET_MILLISECONDS);
    });
    watcher.on("error", () => watcher.close());
    return () => {
      clearTimeout(timer);
      watcher.close();
    };
  }
}

/** Finds the export that receives deliveries: the default one, or else the first. */
function findTarget(module: ModuleExports): EntryTarget {
  // The exports of a module in CommonJS are its default export.
  const exported =
    isRecord(module["default"]) && !isTarget(module["default"])
      ? { ...module, ...module["default"] }
      : module;
  const { default: defaultExport, ...namedExports } = exported;
  const target = [defaultExport, ...Object.values(namedExports)].find(isTarget);
  if (target !== undefined) return target;
  const names = Object.keys(exported).join(", ");
  throw new CommandError(
    `The entry exports ${names === "" ? "nothing" : names}; expected a Webhooks or an inbox, as its default export or any other.`,
  );
}

function isTarget(value: unknown): value is EntryTarget {
  return typeof value === "object" && value !== null && RECEIVER in value;
}
