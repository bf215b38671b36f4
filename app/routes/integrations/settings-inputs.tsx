import type { FormResponse } from '#app/lib/web/form-response.ts'
import type { SettingsField } from '#app/presenters/integrations/settings-fields.server.ts'
import { CheckInput, TextInput } from '#app/ui/forms/fields.tsx'
import { SecretInput } from './secret-input.tsx'

type SettingsInputsProps = {
  fields: readonly SettingsField[]
  answer: FormResponse | undefined
}

/** The fields of an integration's settings, in the order of its definition. */
export const SettingsInputs = ({ fields, answer }: SettingsInputsProps) => (
  <>
    {fields.map((field) => (
      <SettingsInput key={field.name} field={field} answer={answer} />
    ))}
  </>
)

type SettingsInputProps = { field: SettingsField; answer: FormResponse | undefined }

function SettingsInput({ field, answer }: SettingsInputProps) {
  const { name, label, help, placeholder, kind, value, isSaved, isOptional, isUsual } = field
  const helpText = help ?? ''
  if (kind === 'check') {
    const isInitiallyChecked = value === 'on'
    return <CheckInput {...{ name, label, answer, helpText, isInitiallyChecked }} />
  }
  const shownLabel = isOptional && !isUsual && value === '' ? `${label} (optional)` : label
  if (kind === 'secret') {
    const given = { name, label: shownLabel, answer, helpText, isSaved }
    return <SecretInput {...given} placeholder={placeholder ?? ''} />
  }
  const given = { name, label: shownLabel, answer, helpText, initial: value }
  return <TextInput {...given} placeholder={placeholder ?? ''} autoComplete="off" />
}
