import { Suspense } from "react";
import { Acme } from "@/acme";

async function Projects() {
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

export default function Home() {
  return (
    <Suspense fallback="…">
      <Projects />
    </Suspense>
  );
}
