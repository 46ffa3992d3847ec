/** The relay of `examples/relay-server/standard.ts` on Node, which serves no module by itself. */
import { createServer } from "node:http";
import { env } from "node:process";
import { createRelayListener } from "typewire/relay/server";
import relay from "../../../examples/relay-server/standard.js";

createServer(createRelayListener(relay)).listen(Number(env["PORT"]), "127.0.0.1");
