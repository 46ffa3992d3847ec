import { Acme } from "./acme/index.ts";

const acme = new Acme({ baseUrl: process.env["ACME_URL"] });
for (const { name } of await acme.projects.list()) console.log(name);
