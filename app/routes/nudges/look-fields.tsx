/** Overrides of the site's look. */
import { TextField } from '@shopify/polaris'
import { useState } from 'react'
import { fieldId, useFieldError } from '#app/ui/forms/fields.tsx'
import { useNotifyForm } from '#app/ui/forms/notify-form.ts'
import { Choice, Section, useEditing } from './field.tsx'

const switched = (on: string, off: string) =>
  [
    ['', 'As the site'],
    ['on', on],
    ['off', off],
  ] as const

type LookProps = { surface: 'popup' | 'inline'; contrasts: readonly string[] }

export const LookFields = ({ surface, contrasts }: LookProps) => (
  <Section title="Look" lead="As the site’s settings say, unless you choose something else here.">
    <div className="editor__pair">
      <Choice
        name="look.theme"
        label="Card"
        of={[
          ['', 'As the site'],
          ['light', 'Light'],
          ['dark', 'Dark'],
          ['auto', 'As the visitor’s device is set'],
        ]}
      />
      <Choice
        name="look.imagePosition"
        label="Picture"
        of={[
          ['', 'As the site'],
          ['start', 'Before the words'],
          ['end', 'Behind the words'],
          ['none', 'None'],
        ]}
      />
      <Choice
        name="look.showNudgeTitle"
        label="Title over the words"
        of={switched('Shown', 'None')}
      />
      {surface === 'inline' && (
        <Choice name="look.inlineBorder" label="Border" of={switched('With a border', 'Without')} />
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
        label="Colour of headings, stars and links"
        autoComplete="off"
        spellCheck={false}
        value={color}
        error={error}
        helpText="Such as #0b6e4f. Empty: the site’s."
        onChange={take}
        connectedLeft={
          <input
            type="color"
            className="editor__picker"
            aria-label="Pick the colour"
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
