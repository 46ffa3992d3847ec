/**
 * The program of runtimes that serve the `fetch` of a module's default export: `GET /<suite>?server=<origin>` runs a
 * suite, and responds with its answers as JSON.
 */
import { SUITES } from "../suites/index.js";
import { SUITE_NAMES } from "../suites/suite.js";

async function answer(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const name = SUITE_NAMES.find((each) => pathname === `/${each}`);
  if (name === undefined) return new Response(null, { status: 404 });
  try {
    return Response.json(await SUITES[name]({ server: searchParams.get("server") ?? "" }));
  } catch (error) {
    return new Response(error instanceof Error ? error.stack : String(error), { status: 500 });
  }
}

const program = { fetch: answer };

export { program as default };
