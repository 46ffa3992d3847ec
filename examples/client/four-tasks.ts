/** Four everyday tasks: all of a list, a new entry, an upload, an error. */
import { createClient, isResponseError } from "typewire/client";

const client = createClient({
  auth: process.env["VENDOR_TOKEN"],
  baseUrl: process.env["VENDOR_URL"], // the vendor's own address when it is not set
});
const target = { owner: "acme", repo: "site" };

// All repositories of an organisation, page by page.
for await (const { full_name } of client.paginate("GET /orgs/{org}/repos", { org: "acme" }))
  console.log(full_name);

// Create an issue.
const issue = { ...target, title: "The logo is missing", labels: ["bug"] };
const created = await client.request("POST /repos/{owner}/{repo}/issues", issue);
console.log(`Opened #${created.data.number}`);

// Upload a release asset.
const asset = { ...target, release_id: 1, name: "site.txt", data: new Blob(["site"]) };
const uploaded = await client.request(
  "POST /repos/{owner}/{repo}/releases/{release_id}/assets",
  asset,
);
console.log(`Uploaded ${uploaded.data.size} bytes`);

// Handle a 404.
try {
  await client.request("GET /repos/{owner}/{repo}", { ...target, repo: "missing" });
} catch (error) {
  if (!isResponseError(error, "GET /repos/{owner}/{repo}") || error.status !== 404) throw error;
  console.log(`There is no such repository: ${error.data.message}`);
}
