/** Sends deliveries to a server, in a process of its own, for as long as it is told. */
import { sendFor } from "./client.js";
import { boundLifetime } from "./lifetime.js";
import { readRecordings, toHttpRequest } from "./requests.js";
import type { PayloadKind } from "./trial.js";

export interface LoadOptions {
  readonly port: number;
  readonly payload: PayloadKind;
  readonly connections: number;
  /** Of every answer; another one ends the process. */
  readonly status: number;
  readonly lifetimeSeconds: number;
}

const options = JSON.parse(process.argv[2] ?? "") as LoadOptions;
boundLifetime(options.lifetimeSeconds);

const requests = readRecordings(options.payload).map(toHttpRequest);
process.on("message", (seconds: number) => {
  void sendFor(seconds, requests, options).then((work) => process.send?.(work));
});
process.send?.("ready");
