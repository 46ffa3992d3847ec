import { Acme } from "~~/acme";

export default defineEventHandler(() => {
  const acme = new Acme({ baseUrl: process.env.ACME_URL });
  return acme.projects.list();
});
