/** Overrides of the site's look. */
import { TextField } from '@shopify/polaris'
import { useState } from 'react'
import { fieldId, useFieldError } from '#app/ui/forms/fields.tsx'
import { useNotifyForm } from '#app/ui/forms/notify-form.ts'
import { Choice, Section, useEditing } from './field.tsx'

const switched = (on: string, off: string) =>
  [
    ['', 'Same as site'],
    ['on', on],
    ['off', off],
  ] as const

type LookProps = { surface: 'popup' | 'inline'; contrasts: readonly string[] }

export const LookFields = ({ surface, contrasts }: LookProps) => (
  <Section title="Appearance" lead="Uses your site’s appearance unless you override it here.">
    <div className="editor__pair">
      <Choice
        name="look.theme"
        label="Card"
        of={[
          ['', 'Same as site'],
          ['light', 'Light'],
          ['dark', 'Dark'],
          ['auto', 'Match page'],
        ]}
      />
      <Choice
        name="look.imagePosition"
        label="Image"
        of={[
          ['', 'Same as site'],
          ['start', 'Before the text'],
          ['end', 'After the text'],
          ['none', 'None'],
        ]}
      />
      <Choice
        name="look.showNudgeTitle"
        label="Title above the text"
        of={switched('Show', 'Hide')}
      />
      {surface === 'inline' && (
        <>
          <Choice
            name="look.layout"
            label="Layout"
            of={[
              ['line', 'Compact line'],
              ['', 'Card'],
            ]}
          />
          <Choice name="look.inlineBorder" label="Card border" of={switched('Show', 'Hide')} />
        </>
      )}
    </div>
    <ColorInput contrasts={contrasts} />
  </Section>
)

function ColorInput({ contrasts }: { contrasts: readonly string[] }) {
  const { values, answer } = useEditing()
  const name = 'look.color'
  const [color, setColor] = useState(answer?.values[name] ?? values[name] ?? '')
  const [error, dismiss] = useFieldError(answer?.errors, name)
  const part = useNotifyForm<HTMLDivElement>(color)
  const take = (next: string) => {
    setColor(next)
    dismiss()
  }
  return (
    <div ref={part} className="editor__colour">
      <TextField
        id={fieldId(name)}
        name={name}
        label="Brand color"
        autoComplete="off"
        spellCheck={false}
        value={color}
        error={error}
        helpText="For icons, headings, stars and buttons, for example #0b6e4f. Leave blank to use your site’s color."
        onChange={take}
        connectedLeft={
          <input
            type="color"
            className="editor__picker"
            aria-label="Pick a color"
            value={/^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : '#000000'}
            onChange={(event) => {
              take(event.target.value)
            }}
          />
        }
      />
      {color !== '' &&
        contrasts.map((words) => (
          <p key={words} className="editor__note">
            {words}
          </p>
        ))}
    </div>
  )
}
