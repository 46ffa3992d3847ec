/** Four everyday tasks by the class: all of a list, a new entry, an upload, an error. */
import { NotFoundError, Vendor } from "typewire/sdk";
const vendor = new Vendor({ baseUrl: process.env["VENDOR_URL"] }); // the credential is VENDOR_API_KEY
const target = { owner: "acme", repo: "site" };

// All repositories of an organisation, page by page.
for await (const repo of vendor.repos.listForOrg({ org: "acme" })) console.log(repo.full_name);

// Create an issue.
const issue = await vendor.issues.create({ ...target, title: "The logo is missing" });

// Upload a release asset.
const asset = { ...target, release_id: 1, name: "site.txt", data: new Blob(["site"]) };
console.log(issue.number, (await vendor.repos.uploadReleaseAsset(asset)).size);

// Handle a 404.
const gone = await vendor.repos.get({ ...target, repo: "gone" }).catch((error: unknown) => error);
if (gone instanceof NotFoundError) console.log(gone.message);
