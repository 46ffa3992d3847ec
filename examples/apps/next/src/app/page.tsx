import { Acme } from "@/acme";

// Asked for at each request, not when the site is built.
export const dynamic = "force-dynamic";

export default async function Home() {
  const acme = new Acme({ baseUrl: process.env.ACME_URL });
  const projects = await acme.projects.list();
  return (
    <ul>
      {projects.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  );
}
