/** Answers on a port with what the bundled program answers inside Chromium, where nothing can listen. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { env } from "node:process";
import { launchChromium } from "../../inspector/browser.js";

const [program = ""] = process.argv.slice(2);
const browser = await launchChromium();

/** Asks in a page of the server's own origin, so that requests to it need no permission. */
async function ask(path: string): Promise<string> {
  const { origin } = new URL(new URL(path, "http://localhost").searchParams.get("server") ?? "");
  const page = await browser.newPage();
  await page.route(`${origin}/page`, (route) => route.fulfill({ contentType: "text/html" }));
  await page.route(`${origin}/program.js`, (route) =>
    route.fulfill({ contentType: "text/javascript", body: readFileSync(program) }),
  );
  await page.goto(`${origin}/page`);
  const answer = await page.evaluate(async (url) => {
    const address = "/program.js"; // no module of this project
    const { default: bundled } = (await import(address)) as {
      default: { fetch(request: Request): Promise<Response> };
    };
    return (await bundled.fetch(new Request(new URL(url, location.origin)))).text();
  }, path);
  await page.close();
  return answer;
}

createServer((request, response) => {
  const { url = "/" } = request;
  if (url === "/") response.end();
  else
    ask(url).then(
      (answer) => response.end(answer),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
}).listen(Number(env["PORT"]), "127.0.0.1");
