import { Scripts } from "react-router";

export default function Root() {
  return (
    <html lang="en">
      <body>
        Hello.
        <Scripts />
      </body>
    </html>
  );
}
