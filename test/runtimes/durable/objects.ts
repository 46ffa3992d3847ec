/** The worker that the tests of this folder deploy: a relay, and a store whose methods are called over HTTP. */
import {
  createRelayWorker,
  type DurableRelayStore,
  openDurableRelayStore,
  type RelayBindings,
  type RelayObjectContext,
  type RelayWorkerOptions,
} from "../../../src/relay/server/cloudflare.js";
import { type Call, EVICT, readCall, writeResult } from "./calls.js";

const { Relay: RelayBase, worker: relay } = createRelayWorker<Bindings>(
  ({ OPTIONS }) => JSON.parse(OPTIONS) as RelayWorkerOptions, // as the test wrote them
);

/** Relay that is reset by a request. */
export class Relay extends RelayBase {
  readonly #context: Context;

  constructor(context: Context, bindings: Bindings) {
    super(context, bindings);
    this.#context = context;
  }

  override fetch(request: Request): Promise<Response> {
    if (new URL(request.url).pathname === EVICT) this.#context.abort("a test evicts it");
    return super.fetch(request);
  }
}

/** Store that a test calls. The time is that of the test, which may be a fake. */
export class Store {
  readonly #context: Context;
  #store: DurableRelayStore | undefined;

  constructor(context: Context) {
    this.#context = context;
  }

  async fetch(request: Request): Promise<Response> {
    const call = readCall(await request.text());
    Date.now = () => call.now;
    try {
      return new Response(writeResult({ value: await this.#run(call) }));
    } catch (error) {
      const { name, message } = error as Error; // the store throws nothing else
      return new Response(writeResult({ error: { name, message } }));
    }
  }

  async alarm(): Promise<void> {
    await this.#store?.alarm();
  }

  async #run({ limits, method, args }: Call): Promise<unknown> {
    this.#store ??= openDurableRelayStore(this.#context.storage, limits);
    const run = this.#store[method] as (...values: unknown[]) => Promise<unknown>; // as the test calls it
    return run.apply(this.#store, [...args]);
  }
}

const worker = {
  fetch: async (request: Request, bindings: Bindings): Promise<Response> => {
    const [, name] = /^\/store\/(.+)$/.exec(new URL(request.url).pathname) ?? [];
    if (name === undefined) return relay.fetch(request, bindings);
    return bindings.STORE.get(bindings.STORE.idFromName(name)).fetch(request);
  },
};

export { worker as default };

interface Bindings extends RelayBindings {
  /** Options of the relay as JSON. */
  readonly OPTIONS: string;
  readonly STORE: RelayBindings["RELAY"];
}

interface Context extends RelayObjectContext {
  /** Resets the object, as an eviction or a new version does. */
  abort(reason: string): void;
}
