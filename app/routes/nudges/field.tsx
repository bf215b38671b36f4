/** The editor's fields, each with the stored value of its name. */
import { createContext, useContext, type ReactNode } from 'react'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import type { EditorPreview } from '#app/presenters/nudge-editor/preview.server.ts'
import { DateInput } from '#app/ui/forms/date-field.tsx'
import { CheckInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx'
import { PickerInput, type PickerProps } from '#app/ui/forms/picker.tsx'
import type { DateFieldKind } from '#app/ui/format/format-time.ts'
import { Panel } from '#app/ui/panel.tsx'
import { PlanGate, useGate } from '#app/ui/plan-gate.tsx'

export type Values = Readonly<Record<string, string>>

type Editing = {
  values: Values
  answer: FormResponse | undefined
  /** The site's, for dates and times. */
  timeZone: string
  /** Findings of the claim linter about the current content of the fields. */
  findings: EditorPreview['findings']
}

export const EditingContext = createContext<Editing>({
  values: {},
  answer: undefined,
  timeZone: 'UTC',
  findings: [],
})

export const useEditing = () => useContext(EditingContext)

type FieldProps = { name: string; label: string; help?: string }

/** A query option that the plan lacks is disabled. The value that takes effect is sent instead. */
function Gated({ name, children }: { name: string; children: ReactNode }) {
  const { values } = useEditing()
  const [, option = ''] = /^query\.(\w+)/.exec(name) ?? []
  const plan = useGate(`nudge_query_options.${option}`)
  if (plan === null) return children
  return (
    <>
      <PlanGate plan={plan}>{children}</PlanGate>
      {values[name] && <input type="hidden" name={name} value={values[name]} />}
    </>
  )
}

export function EditorTextField({ name, label, help }: FieldProps) {
  const { values, answer } = useEditing()
  return (
    <Gated name={name}>
      <TextInput
        {...{ name, label, answer, initial: values[name] ?? '' }}
        autoComplete="off"
        {...(help === undefined ? {} : { helpText: help })}
      />
    </Gated>
  )
}

export function NumberField({ name, label, help }: FieldProps) {
  const { values, answer } = useEditing()
  return (
    <Gated name={name}>
      <TextInput
        {...{ name, label, answer, initial: values[name] ?? '' }}
        inputMode="numeric"
        autoComplete="off"
        {...(help === undefined ? {} : { helpText: help })}
      />
    </Gated>
  )
}

export function Check({ name, label, help }: FieldProps) {
  const { values, answer } = useEditing()
  return (
    <Gated name={name}>
      <CheckInput
        {...{ name, label, answer, isInitiallyChecked: values[name] === 'on' }}
        {...(help === undefined ? {} : { helpText: help })}
      />
    </Gated>
  )
}

type CodeFieldProps = FieldProps & Pick<PickerProps, 'of' | 'allowsMany'>

/** A country, a time zone or a currency. */
export function CodeField({ name, label, help, of, allowsMany = false }: CodeFieldProps) {
  const { values, answer } = useEditing()
  return (
    <Gated name={name}>
      <PickerInput
        {...{ name, label, answer, of, allowsMany, initial: values[name] ?? '' }}
        {...(help === undefined ? {} : { helpText: help })}
      />
    </Gated>
  )
}

type ChoiceProps = FieldProps & { of: readonly (readonly [string, string])[] }

export function Choice({ name, label, help, of }: ChoiceProps) {
  const { values, answer } = useEditing()
  return (
    <Gated name={name}>
      <SelectInput
        {...{ name, label, answer, initial: values[name] ?? of[0]?.[0] ?? '' }}
        options={of.map(([value, words]) => ({ value, label: words }))}
        {...(help === undefined ? {} : { helpText: help })}
      />
    </Gated>
  )
}

/** A date, a time or both, with the browser's native picker. */
export function DateTimeField({ name, label, help, kind }: FieldProps & { kind: DateFieldKind }) {
  const { values, answer } = useEditing()
  return (
    <Gated name={name}>
      <DateInput
        {...{ name, label, kind, answer, initial: values[name] ?? '' }}
        {...(help === undefined ? {} : { helpText: help })}
      />
    </Gated>
  )
}

type SectionProps = { title: string; lead?: ReactNode; children: ReactNode }

export const Section = ({ title, lead, children }: SectionProps) => (
  <Panel>
    <h2 className="part-title">{title}</h2>
    {lead !== undefined && <p className="part-lead">{lead}</p>}
    <div className="form">{children}</div>
  </Panel>
)
