/**
 * Runs one example to its end. A server that it starts is closed once it listens, so that an
 * example which ends in `listen` ends too; whatever else keeps the process alive is a fault.
 */
import { once } from "node:events";
import { Server } from "node:net";
import { pathToFileURL } from "node:url";

const servers: Server[] = [];
const listen = Server.prototype.listen;
Server.prototype.listen = function (this: Server, ...parameters: unknown[]) {
  servers.push(this);
  // The arguments are passed on as they came, through one of many overloads.
  return (listen as (...parameters: unknown[]) => Server).apply(this, parameters);
} as typeof listen;

const [example] = process.argv.slice(2);
if (example === undefined)
  throw new Error("The path of the example is missing; expected it as the argument.");
await import(pathToFileURL(example).href);
for (const server of servers) {
  if (!server.listening) await once(server, "listening");
  server.close();
}
