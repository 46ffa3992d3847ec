/** The same on Node, which serves no module by itself. */
import { createServer } from "node:http";
import { env } from "node:process";
import program from "./standard.js";

const server = createServer((request, response) => {
  void program.fetch(new Request(`http://localhost${request.url ?? "/"}`)).then(async (answer) => {
    response.writeHead(answer.status).end(await answer.text());
  });
});
server.listen(Number(env["PORT"]), "127.0.0.1");
