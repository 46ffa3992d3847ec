/** Sends what `endpoint` builds with the platform's own `fetch`. */
import { endpoint, toRequest } from "typewire";

const { VENDOR_TOKEN: token } = process.env;

const api = endpoint.defaults({
  headers: token === undefined ? {} : { authorization: `token ${token}` },
  request: { signal: AbortSignal.timeout(10_000) },
});

const request = toRequest(api("GET /orgs/{org}/repos", { org: "acme", sort: "updated" }));

if (token === undefined) {
  console.log(`Set VENDOR_TOKEN to send: ${request.method} ${request.url}`);
} else {
  const response = await fetch(request);
  console.log(response.status, await response.text());
}
