import { HideIcon, ViewIcon } from '@shopify/polaris-icons'
import { useState } from 'react'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { fieldId, useFieldError, useTyped } from '#app/ui/forms/fields.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { TextField } from '#app/ui/kit/text-field.tsx'
import { Tip } from '#app/ui/toasts/tooltip.tsx'

type SecretInputProps = {
  name: string
  label: string
  answer: FormResponse | undefined
  helpText: string
  placeholder: string
  /** One is stored, which stays unless another one is entered. */
  isSaved: boolean
}

/** A key of another service. Browsers must not offer to remember it as a password. */
export function SecretInput(props: SecretInputProps) {
  const { name, label, answer, helpText, placeholder, isSaved } = props
  const id = fieldId(name)
  const [value, setValue] = useTyped(id, '')
  const [error, dismiss] = useFieldError(answer?.errors, name)
  const [isShown, setIsShown] = useState(false)
  return (
    <TextField
      id={id}
      name={name}
      label={label}
      type={isShown ? 'text' : 'password'}
      autoComplete="one-time-code"
      spellCheck={false}
      placeholder={isSaved ? 'Saved' : placeholder}
      helpText={isSaved ? `Saved. Leave blank to keep it. ${helpText}`.trim() : helpText}
      value={value}
      error={error}
      onChange={(typed) => {
        setValue(typed)
        dismiss()
      }}
      connectedRight={
        <Tip text={isShown ? `Hide ${label}` : `Show ${label}`}>
          <span>
            <Button
              size="large"
              icon={isShown ? HideIcon : ViewIcon}
              accessibilityLabel={`Show ${label}`}
              ariaControls={id}
              pressed={isShown}
              onClick={() => {
                setIsShown(!isShown)
              }}
            />
          </span>
        </Tip>
      }
    />
  )
}
