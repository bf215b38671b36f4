/** The owner's template instead of the type's text, with its placeholders. */
import { Button, TextField } from '@shopify/polaris'
import { useEffect, useRef, useState } from 'react'
import { templateVariables, type TemplateVariable } from '#app/domain/nudges/message-template.ts'
import { fieldId, useFieldError } from '#app/ui/forms/fields.tsx'
import { useNotifyForm } from '#app/ui/forms/notify-form.ts'
import type { TypeForm } from '#app/presenters/nudge-editor/editor.server.ts'
import { Section, useEditing } from './field.tsx'

/** Fallbacks for values that may be missing. */
const instead: Partial<Record<TemplateVariable, string>> = {
  first_name: 'Someone',
  place: ' ',
  product: 'something',
  goal: 'signed up',
}

const slotOf = (name: TemplateVariable) =>
  instead[name] === undefined ? `{${name}}` : `{${name}|${instead[name].trim()}}`

/** Renders nothing for types that don't support templates. */
export function MessageFields({ message }: Pick<TypeForm, 'message'>) {
  if (message === null) return null
  const { placeholders, number } = message
  return (
    <Section
      title="Message"
      lead="Leave blank to use our default wording in your site’s language. Values in braces are filled in automatically. Add a fallback after the bar, for example {first_name|Someone}."
    >
      <Template name="message.title" label="Title" offers={placeholders} />
      <Template name="message.text" label="Text" offers={placeholders} />
      {number !== undefined && (
        <Template name="message.one" label="Text when the number is 1" offers={placeholders} />
      )}
    </Section>
  )
}

type TemplateProps = { name: string; label: string; offers: readonly TemplateVariable[] }

function Template({ name, label, offers }: TemplateProps) {
  const { values, answer } = useEditing()
  const [text, setText] = useState(answer?.values[name] ?? values[name] ?? '')
  const [error, dismiss] = useFieldError(answer?.errors, name)
  const part = useNotifyForm<HTMLDivElement>(text)
  const caret = useRef<number | null>(null)

  useEffect(() => {
    if (caret.current === null) return
    const field = part.current?.querySelector('input')
    field?.focus()
    field?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  }, [text, part])

  const insert = (slot: string) => {
    const field = part.current?.querySelector('input')
    const start = field?.selectionStart ?? text.length
    const end = field?.selectionEnd ?? start
    caret.current = start + slot.length
    setText(text.slice(0, start) + slot + text.slice(end))
    dismiss()
  }

  return (
    <div ref={part} className="editor__template">
      <TextField
        id={fieldId(name)}
        name={name}
        label={label}
        autoComplete="off"
        maxLength={160}
        value={text}
        error={error}
        onChange={(typed) => {
          setText(typed)
          dismiss()
        }}
      />
      <div role="group" aria-label={`Insert into ${label}`} className="editor__slots">
        {offers.map((offer) => (
          <Button
            key={offer}
            size="slim"
            accessibilityLabel={`Insert ${templateVariables[offer]} into ${label}`}
            onClick={() => {
              insert(slotOf(offer))
            }}
          >
            {templateVariables[offer]}
          </Button>
        ))}
      </div>
    </div>
  )
}
