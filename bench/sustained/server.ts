/** Serves one subject over HTTP, and obeys the messages of its parent. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { boundLifetime, readArgument } from "../harness/process.js";
import { createListener } from "./listeners.js";
import { createMeter, readHeap } from "./meter.js";
import type { ServerArgument, ServerCommand, Usage } from "./trial.js";

const { trial, lifetime } = readArgument() as ServerArgument;
boundLifetime(lifetime);

const meter = createMeter();
const server = createServer(createListener(trial));
process.on("message", (command: ServerCommand) => {
  void obey(command).then((answer) => process.send?.(answer));
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo; // a server on a port has no other
  process.send?.(port);
});

async function obey(command: ServerCommand): Promise<Usage | number> {
  if (command === "stop") return meter.stop();
  if (command === "heap") return readHeap();
  meter.start();
  return 0;
}
