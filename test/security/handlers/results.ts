/** Values that handlers return: promises, and values that only look like them. */
import { runInNewContext } from "node:vm";

/** Results of handlers, each with the way in which the delivery then ends. */
export const results: readonly (readonly [title: string, create: () => unknown, ending: Ending])[] =
  [
    ["undefined", () => undefined, "done"],
    ["a value", () => ({ status: 500 }), "done"],
    ["an error that is not thrown", () => new Error("returned"), "done"],
    ["a promise", () => Promise.resolve(new Error("fulfilled")), "done"],
    ["a promise that rejects", () => Promise.reject(new Error("x")), "failed"],
    ["a promise of another realm", () => runInNewContext("Promise.resolve(1)"), "done"],
    [
      "a promise of another realm that rejects",
      () => runInNewContext("Promise.reject(1)"),
      "failed",
    ],
    ["a promise that never settles", () => new Promise(() => undefined), "pending"],
    ["a thenable that never settles", () => thenable(() => undefined), "pending"],
    ["a thenable that settles", () => thenable((done) => done()), "done"],
    ["a thenable that settles later", () => thenable((done) => setImmediate(done)), "done"],
    ["a thenable that fails", () => thenable((_, failed) => failed(1)), "failed"],
    ["a thenable that fails later", () => thenable((_, failed) => setImmediate(failed)), "failed"],
    ["a thenable that settles twice", () => thenable((done) => [done(), done()]), "done"],
    [
      "a thenable that settles, then fails",
      () => thenable((done, failed) => [done(), failed()]),
      "done",
    ],
    [
      "a thenable that fails, then settles",
      () => thenable((done, failed) => [failed(), done()]),
      "failed",
    ],
    [
      "a thenable that fails twice",
      () => thenable((_, failed) => [failed(1), failed(2)]),
      "failed",
    ],
    [
      "a thenable that settles now and fails later",
      () => thenable((done, failed) => [done(), setImmediate(failed)]),
      "done",
    ],
    ["a thenable that throws", () => thenable(fail), "failed"],
    [
      "a thenable that settles, then throws",
      () =>
        thenable((done) => {
          done();
          fail();
        }),
      "done",
    ],
    [
      "a thenable that fails, then throws",
      () =>
        thenable((_, failed) => {
          failed(1);
          fail();
        }),
      "failed",
    ],
    [
      "a thenable whose asynchronous then throws",
      () => thenable(() => Promise.reject(new Error("x"))),
      "failed",
    ],
    [
      "a thenable of another realm whose asynchronous then throws",
      () => runInNewContext("({ async then() { throw 1; } })"),
      "failed",
    ],
    [
      "a thenable that settles, its asynchronous then throwing after",
      () =>
        thenable((done) => {
          done();
          return Promise.reject(new Error("x"));
        }),
      "done",
    ],
    [
      "a thenable that settles with one that fails",
      () => thenable((done) => done(thenable((_, failed) => failed(1)))),
      "failed",
    ],
    [
      "a thenable that settles with one that settles",
      () => thenable((done) => done(thenable((settled) => settled()))),
      "done",
    ],
    [
      "a thenable that settles with a promise that rejects",
      () => thenable((done) => done(Promise.reject(new Error("x")))),
      "failed",
    ],
    ["a thenable that settles with itself three times, and then with a value", createLoop, "done"],
    [
      "a function that is a thenable",
      () =>
        Object.assign(
          () => 1,
          thenable((_, failed) => failed(1)),
        ),
      "failed",
    ],
    ["an instance with then on its prototype", () => new Query(), "failed"],
    [
      "a then that throws when it is read",
      () => Object.defineProperty({}, "then", { get: fail }),
      "failed",
    ],
    ["a then that is another one when read again", createChangingThen, "done"],
    ["a then that is no function", () => ({ then: 1 }), "done"],
    ["a revoked proxy", createRevokedProxy, "failed"],
    ["a proxy of a promise", () => new Proxy(Promise.resolve(1), {}), "failed"],
    ["an object that only inherits from Promise", () => Object.create(Promise.prototype), "failed"],
    ["a lazy subclass of Promise", () => new LazyPromise(), "failed"],
    ["a rejected promise with a then of its own", createDisguised, "done"],
    [
      "a generator",
      () =>
        (function* () {
          yield fail();
        })(),
      "done",
    ],
  ];

function thenable(then: (done: Settle, failed: Settle) => unknown): object {
  return { then };
}

class Query {
  then(_: Settle, failed: Settle): void {
    failed(new Error("query"));
  }
}

/** Starts its work only when somebody awaits it, as query builders do. */
class LazyPromise extends Promise<unknown> {
  constructor(executor: (done: Settle, failed: Settle) => void = () => undefined) {
    super(executor);
  }
  static override get [Symbol.species]() {
    return Promise;
  }
  override then(done: unknown, failed: unknown): never {
    const started = Promise.reject(new Error("lazy"));
    return started.then(done as Settle, failed as Settle) as never; // a promise of whatever they return
  }
}

function createLoop(): object {
  let reads = 0;
  const loop: object = thenable((done) => done(reads++ < 3 ? loop : "end"));
  return loop;
}

function createChangingThen(): object {
  let reads = 0;
  const settle = (done: Settle) => done();
  return Object.defineProperty({}, "then", { get: () => (reads++ === 0 ? settle : fail()) });
}

function createDisguised(): unknown {
  return Object.assign(Promise.reject(new Error("inside")), { then: (done: Settle) => done() });
}

function createRevokedProxy(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function fail(): never {
  throw new Error("hostile");
}

type Settle = (value?: unknown) => unknown;

export type Ending = "done" | "failed" | "pending";
