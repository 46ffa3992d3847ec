/** Values that handlers throw: of every kind, and hostile. */
import { inspect } from "node:util";
import { runInNewContext } from "node:vm";
import {
  WebhookAggregateError,
  WebhookError,
} from "../../../src/receive/webhooks/webhook-error.js";

const UNSIGNED = { id: "1", name: "note", payload: undefined };

/** Each is made anew for each use, so that no case depends on another. */
export const thrownValues: readonly (readonly [title: string, create: () => unknown])[] = [
  ["undefined", () => undefined],
  ["null", () => null],
  ["the empty string", () => ""],
  ["a string", () => "text"],
  ["a string of 1 MB", () => "x".repeat(1_000_000)],
  ["zero", () => 0],
  ["NaN", () => NaN],
  ["a bigint", () => 10n],
  ["false", () => false],
  ["a symbol", () => Symbol("s")],
  ["a function", () => () => 1],
  ["an object without a prototype", () => Object.create(null)],
  ["an array", () => [1]],
  ["a frozen error", () => Object.freeze(new Error("frozen"))],
  ["an error without a stack", () => Object.assign(new Error("x"), { stack: undefined })],
  ["an error whose every property throws", createUntouchableError],
  [
    "an error whose message is a symbol",
    () => Object.assign(new Error("x"), { message: Symbol() }),
  ],
  ["an error that is its own cause", createCircularError],
  ["an error that cannot be inspected", createUninspectableError],
  ["an error that cannot be made text", createUnprintableError],
  ["an error of another realm", () => runInNewContext('new Error("elsewhere")')],
  ["an error with a status of its own", () => Object.assign(new Error("x"), { status: 200 })],
  [
    "an error with an event of its own",
    () => Object.freeze(Object.assign(new Error(), { event: 1 })),
  ],
  ["an aggregate", () => new AggregateError([1, undefined], "several")],
  ["a failure of the toolkit's own", createOwnFailure],
  ["an aggregate of the toolkit's own", createOwnAggregate],
  ["a revoked proxy", createRevokedProxy],
  ["a revoked proxy of a function", createRevokedFunction],
  ["a proxy that throws at everything", createHostileProxy],
  [
    "a thenable",
    () => ({
      then: () => {
        throw new Error("called");
      },
    }),
  ],
  [
    "a thenable that throws when `then` is read",
    () => Object.defineProperty({}, "then", { get: fail }),
  ],
  ["a promise that never settles", () => new Promise(() => undefined)],
  ["an abort", () => new DOMException("aborted", "AbortError")],
];

function createOwnFailure(): unknown {
  return new WebhookError("SIGNATURE_MISMATCH", "nested", UNSIGNED);
}

/** Thrown by a handler that passes a delivery on to another toolkit. Its status must not become the answer. */
function createOwnAggregate(): unknown {
  return new WebhookAggregateError("PAYLOAD_TOO_LARGE", "nested", UNSIGNED, []);
}

function createUntouchableError(): unknown {
  const error = new Error("x");
  for (const key of ["stack", "name", "message", "cause", "toString", "code", "status", "event"]) {
    Object.defineProperty(error, key, { get: fail });
  }
  return error;
}

function createCircularError(): unknown {
  const error = new Error("circular");
  error.cause = error;
  return error;
}

function createUninspectableError(): unknown {
  return Object.assign(new Error("x"), { [inspect.custom]: fail });
}

function createUnprintableError(): unknown {
  return Object.assign(new Error("x"), {
    [Symbol.toPrimitive]: fail,
    toString: fail,
    toJSON: fail,
  });
}

function createRevokedProxy(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function createRevokedFunction(): unknown {
  const { proxy, revoke } = Proxy.revocable(() => undefined, {});
  revoke();
  return proxy;
}

function createHostileProxy(): unknown {
  const traps = Reflect.ownKeys(Reflect).map((trap) => [trap, fail] as const);
  return new Proxy({}, Object.fromEntries(traps));
}

function fail(): never {
  throw new Error("hostile");
}
