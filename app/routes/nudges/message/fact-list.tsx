import { templateVariables, type TemplateVariable } from '#app/domain/nudges/message-template.ts'

type FactListProps = {
  /** Id of the field, which keeps the focus. */
  id: string
  label: string
  options: readonly TemplateVariable[]
  at: number
  insert: (fact: TemplateVariable) => void
}

export const FactList = ({ id, label, options, at, insert }: FactListProps) => (
  <ul
    id={`${id}-facts`}
    role="listbox"
    aria-label={`Facts for ${label}`}
    className="menu message-field__below plain-list"
  >
    {options.map((option, place) => (
      // The keyboard chooses in the text area.
      <li
        key={option}
        id={`${id}-fact-${String(place)}`}
        role="option"
        aria-selected={place === at}
        className="menu-entry"
        onMouseDown={(event) => {
          event.preventDefault()
        }}
        onClick={() => {
          insert(option)
        }}
      >
        {templateVariables[option]}
      </li>
    ))}
  </ul>
)
