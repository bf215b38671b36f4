/** The owner's template instead of the type's text, with its facts. */
import type { NudgeMessage } from '#app/contract/nudge-settings.ts'
import { fieldLabels } from '#app/domain/nudges/editing/field-labels.ts'
import type { TypeForm } from '#app/presenters/nudge-editor/editor.server.ts'
import { Section } from '../field.tsx'
import { FactField } from './fact-field.tsx'
import { withFallbacks } from './fact-names.ts'

type MessageProps = Pick<TypeForm, 'message'> & {
  /** The type's own wording. Null: it shows nothing yet. */
  ready: NudgeMessage | null
}

/** Renders nothing for types that don't support templates. */
export function MessageFields({ message, ready }: MessageProps) {
  if (message === null) return null
  const { placeholders: offers, number } = message
  const common = { offers, maxLength: 160 }
  return (
    <Section
      title="Message"
      lead="Highlighted facts come from your data. Select one to change it. Clear a field to use our wording again."
    >
      <FactField
        {...common}
        name="message.title"
        label={fieldLabels.title}
        ready={withFallbacks(ready?.title ?? '')}
      />
      <FactField
        {...common}
        name="message.text"
        label={fieldLabels.text}
        ready={withFallbacks(ready?.text ?? '')}
      />
      {number !== undefined && <FactField {...common} name="message.one" label={fieldLabels.one} />}
    </Section>
  )
}
