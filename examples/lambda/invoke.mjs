/** Calls the function on your machine, as the URL of a function does: with the body in base64. */
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { handler } from "./dist/handler.mjs";

const server = createServer(async (request, response) => {
  const body = await buffer(request);
  const {
    statusCode,
    headers,
    body: answer,
  } = await handler({
    version: "2.0",
    rawPath: new URL(request.url, "http://localhost").pathname,
    requestContext: { http: { method: request.method } },
    headers: request.headers,
    isBase64Encoded: true,
    body: body.toString("base64"),
  });
  response.writeHead(statusCode, headers).end(answer);
});

const port = Number(process.env["PORT"] ?? 3000);
server.listen(port, "127.0.0.1", () => {
  console.log(`Listening on http://127.0.0.1:${port}/api/vendor/webhooks`);
});
