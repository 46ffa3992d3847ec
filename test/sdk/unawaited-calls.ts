/** A program that awaits none of its calls, though all but one of them fail. Prints what its service got. */
import { createServer } from "node:http";
import { createClient } from "../../generated/client.js";
import { defineMethod } from "../../src/request/sdk/methods.js";
import { listenOn } from "../http/server.js";

const urls: (string | undefined)[] = [];
const server = createServer(({ url }, response) => {
  urls.push(url);
  if (url === "/lost") return void response.destroy();
  response.writeHead(url === "/ok" ? 200 : 404, { "content-type": "application/json" });
  response.end(JSON.stringify({ text: "x".repeat(200_000) }));
});

const client = createClient({ baseUrl: `http://127.0.0.1:${await listenOn(server)}`, retry: 0 });
for (const url of ["/ok", "/missing", "/lost"]) void define(`GET ${url}`)(client);
void define("GET /things/{id}")(client); // an EndpointError
void define("GET /ok")();
while (urls.length < 3) await new Promise((resolve) => setTimeout(resolve, 10));
server.close(() => console.log(urls.sort().join()));

function define(route: string) {
  return defineMethod<Method>(route);
}

/** A method whose call is not looked at. */
type Method = (client?: unknown) => unknown;
