/** Serves one subject over HTTP, and obeys the messages of its parent. */
import { createServer } from "node:http";
import { listen, startAsChild } from "../harness/measured.js";
import { createListener } from "./listeners.js";
import { createMeter, readHeap } from "./meter.js";
import type { ServerCommand, Trial, Usage } from "./trial.js";

const trial = startAsChild() as Trial;
const meter = createMeter();
process.on("message", (command: ServerCommand) => {
  void obey(command).then((answer) => process.send?.(answer));
});
process.send?.(await listen(createServer(createListener(trial))));

async function obey(command: ServerCommand): Promise<Usage | number> {
  if (command === "stop") return meter.stop();
  if (command === "heap") return readHeap();
  meter.start();
  return 0;
}
