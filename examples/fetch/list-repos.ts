/** Sends requests that `endpoint` builds with the platform's own `fetch`. */
import { endpoint, toRequest } from "typewire";

const token = process.env["VENDOR_TOKEN"];
if (!token) throw new Error("Set VENDOR_TOKEN to an access token.");

const api = endpoint.defaults({
  baseUrl: process.env["VENDOR_URL"], // the client's own address when it is not set
  headers: { authorization: `token ${token}` },
});

/** Each request has its own time limit. One in the defaults would start once, with the program. */
async function listRepos(org: string): Promise<string> {
  const request = api("GET /orgs/{org}/repos", {
    org,
    sort: "updated",
    request: { signal: AbortSignal.timeout(10_000) },
  });
  const response = await fetch(toRequest(request));
  return `${org}: ${response.status} ${await response.text()}`;
}

for (const org of process.argv.slice(2)) console.log(await listRepos(org));
