import { Component, resource } from "@angular/core";
import { Acme } from "../acme";

// The server of the page passes the calls on, with a secret that the page does not have.
const acme = new Acme({ baseUrl: "/api" });

@Component({
  selector: "app-root",
  template: `<ul>
    @for (project of projects.value(); track project.id) {
      <li>{{ project.name }}</li>
    }
  </ul>`,
})
export class App {
  readonly projects = resource({
    loader: ({ abortSignal }) => acme.projects.list({}, { signal: abortSignal }),
  });
}
