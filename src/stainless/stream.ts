/** Iterates over items as they arrive, once. Leaving the loop closes the connection. */
export class Stream<Item> implements AsyncIterable<Item> {
  readonly #iterate: () => AsyncIterator<Item>;
  readonly #stringify: (item: unknown) => string;
  #isConsumed = false;
  /** Closes the connection; the iteration ends without an error. */
  readonly controller: AbortController;

  /** @param stringify Writes an item as JSON. */
  constructor(
    iterate: () => AsyncIterator<Item>,
    controller: AbortController,
    stringify: (item: unknown) => string = JSON.stringify,
  ) {
    this.#iterate = iterate;
    this.#stringify = stringify;
    this.controller = controller;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    if (this.#isConsumed)
      throw new Error(
        "The stream is consumed; expected an unread one. Call `tee()` to read the items twice.",
      );
    this.#isConsumed = true;
    let isDone = false;
    try {
      yield* { [Symbol.asyncIterator]: this.#iterate };
      isDone = true;
    } finally {
      if (!isDone) this.controller.abort();
    }
  }

  /** Splits into two streams of the same items, which are read independently. */
  tee(): [Stream<Item>, Stream<Item>] {
    const items = this[Symbol.asyncIterator]();
    const [leftQueue, rightQueue]: [ResultQueue<Item>, ResultQueue<Item>] = [[], []];
    return [this.#branch(items, leftQueue, rightQueue), this.#branch(items, rightQueue, leftQueue)];
  }

  /**
   * Creates one of two streams of the same items.
   * @param queue Results that the other stream has asked for, and that this one has not read.
   * @param otherQueue Gets the results that this stream asks for.
   */
  #branch(
    items: AsyncIterator<Item>,
    queue: ResultQueue<Item>,
    otherQueue: ResultQueue<Item>,
  ): Stream<Item> {
    const next = (): Promise<IteratorResult<Item>> => {
      const queued = queue.shift();
      if (queued !== undefined) return queued;
      const result = items.next();
      otherQueue.push(result);
      return result;
    };
    return new Stream(() => ({ next }), this.controller, this.#stringify);
  }

  /** The items as lines of JSON in UTF-8. */
  toReadableStream(): ReadableStream<Uint8Array> {
    const items = this[Symbol.asyncIterator]();
    const stringify = this.#stringify;
    const encoder = new TextEncoder();
    return new ReadableStream({
      async pull(target) {
        const { value, done } = await items.next();
        if (done) target.close();
        else target.enqueue(encoder.encode(`${stringify(value)}\n`));
      },
      async cancel() {
        await items.return();
      },
    });
  }
}

type ResultQueue<Item> = Promise<IteratorResult<Item>>[];
