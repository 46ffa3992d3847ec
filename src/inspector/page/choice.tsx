/** Buttons of which one is pressed. */
export function ButtonChoice<Name extends string>({
  label,
  options,
  value,
  onChange,
}: ChoiceProps<Name>) {
  return (
    <div class="choice" role="group" aria-label={label}>
      {(Object.keys(options) as Name[]).map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === value}
          onClick={() => onChange(name)}
        >
          {options[name]}
        </button>
      ))}
    </div>
  );
}

interface ChoiceProps<Name extends string> {
  readonly label: string;
  readonly options: Readonly<Record<Name, string>>;
  readonly value: Name;
  readonly onChange: (name: Name) => void;
}
