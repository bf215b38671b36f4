/** Form fields: Polaris inputs that submit by name and show the server's messages. */
import { HideIcon, ViewIcon } from '@shopify/polaris-icons'
import { useEffect, useState, type ReactNode } from 'react'
import type { FieldErrors } from '#app/lib/errors.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { isPreservedForm } from '#app/browser/preserved-form.ts'
import { Button } from '../kit/button.tsx'
import { Checkbox } from '../kit/checkbox.tsx'
import { Select } from '../kit/select.tsx'
import { TextField, type TextFieldProps } from '../kit/text-field.tsx'
import { Tip } from '../toasts/tooltip.tsx'

type TextInputProps = {
  name: string
  label: string
  answer: FormResponse | undefined
  type?: 'text' | 'email' | 'tel' | 'url'
  autoComplete: string
  placeholder?: string
  helpText?: string
  inputMode?: NonNullable<TextFieldProps['inputMode']>
  autoFocus?: boolean
  /** Initial number of lines; absent: a single-line field. */
  lines?: number
  /** The stored value; absent for new input. */
  initial?: string
}

export function TextInput(props: TextInputProps) {
  const { name, answer, type = 'text', initial = '', lines, ...rest } = props
  const id = fieldId(name)
  const [value, setValue] = useTyped(id, answer?.values[name] ?? initial)
  const [error, dismiss] = useFieldError(answer?.errors, name)

  return (
    <TextField
      {...rest}
      id={id}
      name={name}
      type={type}
      value={value}
      error={error}
      multiline={lines ?? false}
      spellCheck={lines !== undefined}
      onChange={(typed) => {
        setValue(typed)
        dismiss()
      }}
    />
  )
}

type PasswordInputProps = {
  name: string
  label: string
  answer: FormResponse | undefined
  autoComplete: 'current-password' | 'new-password'
  helpText?: string
}

export function PasswordInput({
  name,
  label,
  answer,
  autoComplete,
  helpText = '',
}: PasswordInputProps) {
  const id = fieldId(name)
  const [value, setValue] = useTyped(id, '')
  const [error, dismiss] = useFieldError(answer?.errors, name)
  const [isShown, setIsShown] = useState(false)

  // After a refusal the password has to be entered again, unless only the second factor is missing.
  // Cleared in the render that shows the error: an effect runs later and would clear what was typed
  // in between.
  const [seen, setSeen] = useState(answer)
  if (answer !== seen) {
    setSeen(answer)
    if (answer && !answer.proof && !isPreservedForm(answer)) setValue('')
  }

  return (
    <TextField
      id={id}
      name={name}
      label={label}
      type={isShown ? 'text' : 'password'}
      autoComplete={autoComplete}
      spellCheck={false}
      helpText={helpText}
      value={value}
      error={error}
      onChange={(typed) => {
        setValue(typed)
        dismiss()
      }}
      connectedRight={
        <Tip text={isShown ? 'Hide password' : 'Show password'}>
          <span>
            <Button
              size="large"
              icon={isShown ? HideIcon : ViewIcon}
              accessibilityLabel="Show password"
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

type NewPasswordInputProps = Pick<PasswordInputProps, 'name' | 'label' | 'answer'> & {
  minLength: number
}

export const NewPasswordInput = ({ minLength, ...rest }: NewPasswordInputProps) => (
  <PasswordInput
    {...rest}
    autoComplete="new-password"
    helpText={`At least ${String(minLength)} characters. A short sentence is easy to remember.`}
  />
)

type CheckInputProps = {
  name: string
  /** Can contain links. */
  label: ReactNode
  answer: FormResponse | undefined
  helpText?: string
  /** The stored value; absent for new input. */
  isInitiallyChecked?: boolean
}

export function CheckInput(props: CheckInputProps) {
  const { name, label, answer, helpText = '', isInitiallyChecked = false } = props
  const [isChecked, setIsChecked] = useState(answer?.values[name] === 'on' || isInitiallyChecked)
  const [error, dismiss] = useFieldError(answer?.errors, name)

  return (
    <Checkbox
      id={fieldId(name)}
      name={name}
      value="on"
      label={label}
      helpText={helpText}
      checked={isChecked}
      error={error}
      onChange={(checked) => {
        setIsChecked(checked)
        dismiss()
      }}
    />
  )
}

type SelectInputProps = {
  name: string
  label: string
  answer: FormResponse | undefined
  options: readonly { value: string; label: string }[]
  initial: string
  helpText?: string
  /** For fields that depend on the choice. */
  onChoose?: (value: string) => void
}

export function SelectInput(props: SelectInputProps) {
  const { name, answer, options, initial, onChoose, ...rest } = props
  const [value, setValue] = useState(answer?.values[name] ?? initial)
  const [error, dismiss] = useFieldError(answer?.errors, name)

  return (
    <Select
      {...rest}
      id={fieldId(name)}
      name={name}
      options={[...options]}
      value={value}
      error={error}
      onChange={(chosen) => {
        setValue(chosen)
        onChoose?.(chosen)
        dismiss()
      }}
    />
  )
}

export const fieldId = (name: string) => `field-${name}`

/** Keeps values that were typed or autofilled before hydration. */
export function useTyped(id: string, initial: string) {
  const [value, setValue] = useState(initial)

  useEffect(() => {
    const input = document.getElementById(id)
    const isField = input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement
    if (isField && input.value) setValue(input.value)
  }, [id])

  return [value, setValue] as const
}

/** Messages about one field, until it is edited. */
export function useFieldError(errors: FieldErrors | undefined, name: string) {
  const [dismissed, setDismissed] = useState<FieldErrors | null>(null)
  const sentences = errors && errors !== dismissed ? errors[name] : undefined
  const dismiss = () => {
    if (errors) setDismissed(errors)
  }
  return [sentences?.join(' ') ?? false, dismiss] as const
}
