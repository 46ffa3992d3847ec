/** A relay on Node that keeps deliveries in a file for three days. */
import { createServer } from "node:http";
import { env } from "node:process";
import {
  createRelayListener,
  createRelayServer,
  openSqliteRelayStore,
} from "typewire/relay/server";

const { PORT: port = "3000", RELAY_FILE: file = "relay.db", RELAY_TOKEN: token } = env;

const relay = createRelayServer({ store: openSqliteRelayStore(file), token });
const server = createServer(createRelayListener(relay));
server.listen(Number(port), "127.0.0.1", () => {
  console.log("Channels are at /<32 hexadecimal digits>; createChannel() makes one.");
});
process.once("SIGTERM", () => void relay.close().then(() => server.close()));
