/**
 * Fields for codes that few people know: countries, time zones, currencies. A plain field for
 * the code until the searchable list has loaded, and where it never does.
 */
import { useEffect, useState } from 'react'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { TextField } from '../kit/text-field.tsx'
import type { Pickable } from './deferred/picker-options.ts'
import { fieldId, useFieldError, useTyped } from './fields.tsx'
import { useLate } from '../use-late.ts'
import { useNotifyForm } from './notify-form.ts'

export type PickerProps = {
  id: string
  /** Submits under this name; absent outside of a form. */
  name?: string
  of: Pickable
  label: string
  /** A code; with `allowsMany` any number, separated by commas. */
  value: string
  allowsMany?: boolean
  error?: string | false
  helpText?: string
  onChange: (value: string) => void
}

const codeHints: Record<Pickable, string> = {
  country: 'Two-letter country code, for example NL.',
  destination: 'Two-letter country code, for example NL, or * for all others.',
  timeZone: 'For example Europe/Amsterdam.',
  currency: 'Three-letter code, for example EUR.',
}

export function Picker(props: PickerProps) {
  const { id, name, of, label, value, error = false, helpText = '', onChange } = props
  const List = useLate(loadList)?.PickerList ?? null
  const [isIdle, setIsIdle] = useState(false)
  const part = useNotifyForm<HTMLDivElement>(value)

  // Keeps the focus when the list arrives.
  useEffect(() => {
    if (List !== null) setIsIdle(document.activeElement?.id !== id)
  }, [id, List])

  return (
    <div ref={part}>
      {List === null || !isIdle ? (
        <TextField
          {...{ id, label, value, error, onChange }}
          {...(name === undefined ? {} : { name })}
          autoComplete="off"
          spellCheck={false}
          helpText={`${codeHints[of]} ${helpText}`.trim()}
          onBlur={() => {
            setIsIdle(List !== null)
          }}
        />
      ) : (
        <>
          {name !== undefined && <input type="hidden" name={name} value={value} />}
          <List {...props} Field={TextField} />
        </>
      )}
    </div>
  )
}

type PickerInputProps = Pick<PickerProps, 'of' | 'label' | 'allowsMany' | 'helpText'> & {
  name: string
  answer: FormResponse | undefined
  /** The stored value; absent for new input. */
  initial?: string
}

/** A picker as a form field. */
export function PickerInput({ name, answer, initial = '', ...rest }: PickerInputProps) {
  const id = fieldId(name)
  const [value, setValue] = useTyped(id, answer?.values[name] ?? initial)
  const [error, dismiss] = useFieldError(answer?.errors, name)

  return (
    <Picker
      {...rest}
      {...{ id, name, value, error }}
      onChange={(chosen) => {
        setValue(chosen)
        dismiss()
      }}
    />
  )
}

const loadList = () => import('./deferred/picker-list.tsx')
