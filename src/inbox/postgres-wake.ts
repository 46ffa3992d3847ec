import pg from "pg";

const RECONNECT_AFTER = 1_000; // milliseconds

/** Calls `wake` at each notification on the channel, over a connection of its own. */
export class WakeListener {
  readonly #config: pg.ClientConfig;
  readonly #channel: string;
  readonly #wake: () => void;
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(config: pg.ClientConfig, channel: string, wake: () => void) {
    this.#config = config;
    this.#channel = channel;
    this.#wake = wake;
    void this.#connect();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#client?.end();
  }

  /** What came while there was no connection is found by asking, so `wake` is called then, too. */
  async #connect(): Promise<void> {
    const client = new pg.Client({ ...this.#config, keepAlive: true });
    this.#client = client;
    client.on("error", () => undefined); // "end" follows
    client.once("end", () => this.#reconnect());
    client.on("notification", this.#wake);
    try {
      await client.connect();
      await client.query(`listen ${this.#channel}`);
      this.#wake();
    } catch {
      await client.end().catch(() => undefined); // makes "end", if it has not come yet
    }
  }

  #reconnect(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#connect(), RECONNECT_AFTER).unref();
  }
}
