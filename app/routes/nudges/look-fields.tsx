/** Overrides of the site's look. */
import { TextField } from '@shopify/polaris'
import { useState } from 'react'
import {
  asSite as sameAsSite,
  fieldLabels,
  imageChoices,
  themeChoices,
} from '#app/domain/nudges/editing/field-labels.ts'
import { fieldId, useFieldError } from '#app/ui/forms/fields.tsx'
import { useNotifyForm } from '#app/ui/forms/notify-form.ts'
import { Section, useEditing } from './field.tsx'
import { PicturedChoice } from './pictured-choice.tsx'

type LookProps = { surface: 'popup' | 'inline'; contrasts: readonly string[] }

const asSite = { value: '', label: sameAsSite, draws: 'look-picture__card--site' }

const pictures: Readonly<Record<string, string>> = {
  dark: 'look-picture__card--dark',
  auto: 'look-picture__card--auto',
  end: 'look-picture__card--end',
  none: 'look-picture__card--plain',
}

const pictured = (choices: readonly (readonly [string, string])[]) =>
  choices.map(([value, label]) => ({ value, label, draws: pictures[value] ?? '' }))

export const LookFields = ({ surface, contrasts }: LookProps) => (
  <Section title="Look" lead="Uses your site’s look unless you override it here.">
    {surface === 'inline' && (
      <PicturedChoice
        name="look.layout"
        label={fieldLabels.layout}
        of={[
          { value: 'line', label: 'Compact line', draws: 'look-picture__card--line' },
          { value: '', label: 'Card', draws: '' },
        ]}
      />
    )}
    <PicturedChoice
      name="look.theme"
      label={fieldLabels.theme}
      of={[asSite, ...pictured(themeChoices)]}
    />
    <PicturedChoice
      name="look.imagePosition"
      label={fieldLabels.image}
      of={[asSite, ...pictured(imageChoices)]}
    />
    <PicturedChoice
      name="look.showNudgeTitle"
      label={fieldLabels.showTitle}
      of={[
        asSite,
        { value: 'on', label: 'Show', draws: '' },
        { value: 'off', label: 'Hide', draws: 'look-picture__card--untitled' },
      ]}
    />
    {surface === 'inline' && (
      <PicturedChoice
        name="look.inlineBorder"
        label={fieldLabels.border}
        of={[
          asSite,
          { value: 'on', label: 'Show', draws: '' },
          { value: 'off', label: 'Hide', draws: 'look-picture__card--borderless' },
        ]}
      />
    )}
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
        label={fieldLabels.color}
        autoComplete="off"
        spellCheck={false}
        value={color}
        error={error}
        helpText="For icons, headings, stars and buttons, for example #0b6e4f. Leave blank to use your site’s color."
        onChange={take}
        connectedLeft={
          <input
            type="color"
            // Without a color of its own the swatch must not look black.
            className={color === '' ? 'editor__picker editor__picker--none' : 'editor__picker'}
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
