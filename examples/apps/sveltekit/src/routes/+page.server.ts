import { env } from "$env/dynamic/private";
import { Acme } from "$lib/acme";
import type { PageServerLoad } from "./$types";

export const load: PageServerLoad = async ({ fetch }) => {
  const acme = new Acme({ baseUrl: env.ACME_URL, apiKey: env.ACME_API_KEY, fetch });
  return { projects: await acme.projects.list() };
};
