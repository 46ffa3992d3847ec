/** Parts of one delivery besides its payload: headers, bytes, attempts, and text to copy. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { DeliveryAnswer, InspectedAttempt, InspectedError } from "../../types.js";
import { ButtonChoice } from "../choice.js";
import type { Content } from "../content.js";
import { writeCurl, writeFixture, writeTest } from "../copy.js";
import { copyAndShow } from "../actions.js";
import { formatDuration, formatSize, formatTime } from "../format.js";
import { createUrl } from "../requests.js";
import { useInspector } from "../state.js";

export function Headers({ headers }: Pick<DeliveryAnswer, "headers">) {
  if (headers === undefined) return <p class="nothing">The headers are not kept.</p>;
  return (
    <table class="headers">
      <caption class="offscreen">Headers in the order of the request</caption>
      <thead class="offscreen">
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {headers.map(([name, value], index) => (
          <tr key={index}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Characters and bytes that are shown at first. */
const TEXT_PAGE = 64 * 1024;
const HEX_PAGE = 4 * 1024;

interface RawProps {
  readonly delivery: DeliveryAnswer;
  readonly content: Content;
}

export function Raw({ delivery, content: { bytes, text } }: RawProps) {
  const download = (
    <a class="button" href={createUrl("body", { key: delivery.key })} download>
      Download
    </a>
  );
  if (!delivery.isBodyKept) return <p class="nothing">The body is not kept.</p>;
  if (bytes === undefined) {
    return (
      <div class="bar-of-buttons">
        The body has {formatSize(delivery.size)}, more than is shown here. {download}
      </div>
    );
  }
  return <Bytes bytes={bytes} text={text} download={download} />;
}

interface BytesProps {
  readonly bytes: Uint8Array;
  readonly text: string | undefined;
  readonly download: ComponentChildren;
}

function Bytes({ bytes, text, download }: BytesProps) {
  const [form, setForm] = useState<"text" | "hex">("text");
  const [pages, setPages] = useState(1);
  const isHex = form === "hex" || text === undefined;
  const end = pages * (isHex ? HEX_PAGE : TEXT_PAGE);
  const isCut = end < (isHex ? bytes.length : text.length);
  return (
    <div>
      <div class="bar-of-buttons">
        <ButtonChoice
          label="Form of the bytes"
          options={{ text: "Text", hex: "Hex" }}
          value={isHex ? "hex" : "text"}
          onChange={setForm}
        />
        {download}
        <span class="muted">
          {bytes.length} bytes{text === undefined ? ", no UTF-8" : ""}
        </span>
      </div>
      <pre class="raw" tabIndex={0} aria-label="Bytes of the body">
        {isHex ? formatHex(bytes.subarray(0, end)) : text.slice(0, end)}
      </pre>
      {isCut && (
        <button type="button" onClick={() => setPages(pages * 4)}>
          Show more
        </button>
      )}
    </div>
  );
}

function formatHex(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 16) {
    const line = [...bytes.subarray(at, at + 16)];
    const hex = line.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const text = line.map((byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : "."));
    lines.push(`${at.toString(16).padStart(6, "0")}  ${hex.padEnd(47)}  ${text.join("")}`);
  }
  return lines.join("\n");
}

export function Attempts({ history, attempts }: Pick<DeliveryAnswer, "history" | "attempts">) {
  if (history === undefined) return <p class="nothing">The attempts are not kept.</p>;
  if (history.length === 0) {
    return (
      <p class="nothing">
        {attempts === 0 ? "It has not been handled yet." : "No attempt has ended yet."}
      </p>
    );
  }
  return (
    <ol class="attempts">
      {history.map((attempt, index) => (
        <Attempt key={index} attempt={attempt} />
      ))}
    </ol>
  );
}

function Attempt({
  attempt: { attempt, at, duration, error, handlers },
}: {
  attempt: InspectedAttempt;
}) {
  return (
    <li>
      <h3>
        Attempt {attempt}
        <span class="muted">
          {at === undefined ? "" : ` ${formatTime(at)}`}
          {duration === undefined ? "" : ` · ${formatDuration(duration)}`}
        </span>
      </h3>
      {error !== undefined && <ErrorText error={error} />}
      <ul>
        {handlers.map(({ id, duration: handlerDuration, error: thrown }) => (
          <li key={id}>
            <code>{id}</code>{" "}
            <span class={thrown === undefined ? "good" : "bad"}>
              {thrown === undefined ? "done" : "failed"}
            </span>
            {handlerDuration !== undefined && (
              <span class="muted"> {formatDuration(handlerDuration)}</span>
            )}
            {thrown !== undefined && <ErrorText error={thrown} />}
          </li>
        ))}
      </ul>
    </li>
  );
}

export function ErrorText({ error: { message, stack } }: { error: InspectedError }) {
  return (
    <div class="error">
      <p>{message}</p>
      {stack !== undefined && (
        <details>
          <summary>Stack</summary>
          <pre tabIndex={0}>{stack}</pre>
        </details>
      )}
    </div>
  );
}

const COPY_FORMS = { test: "Test", curl: "curl", fixture: "Fixture" } as const;

export function CopyAs({ delivery, content }: { delivery: DeliveryAnswer; content: Content }) {
  const { source } = useInspector();
  const [form, setForm] = useState<keyof typeof COPY_FORMS>("test");
  const modules = source?.modules ?? { webhooks: "typewire", testing: "typewire/testing" };
  if (content.bytes === undefined && content.json === undefined)
    return <p class="nothing">The body is not kept.</p>;
  const text = {
    test: () => writeTest(delivery, content, modules),
    curl: () => writeCurl(delivery, content),
    fixture: () => writeFixture(delivery, content),
  }[form]();
  return (
    <div>
      <div class="bar-of-buttons">
        <ButtonChoice
          label="Form of the copy"
          options={COPY_FORMS}
          value={form}
          onChange={setForm}
        />
        <button
          type="button"
          class="primary"
          onClick={() => void copyAndShow(text, `Copied as ${form}.`)}
        >
          Copy
        </button>
      </div>
      <pre class="raw" id="copy-text" tabIndex={0} aria-label="Text to copy">
        {text}
      </pre>
    </div>
  );
}
