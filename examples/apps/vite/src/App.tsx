import { useEffect, useState } from "react";
import { Acme } from "./acme";

// The server of vite.config.ts passes the calls on, with a secret that the page does not have.
const acme = new Acme({ baseUrl: "/api" });

function App() {
  const [names, setNames] = useState<string[]>([]);
  useEffect(() => {
    void acme.projects.list().then((all) => setNames(all.map(({ name }) => name)));
  }, []);
  return (
    <ul>
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}

export default App;
