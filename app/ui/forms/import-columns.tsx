/** Maps columns of a file to fields: recognized by name, or chosen by the owner. */
import { useActionData } from '@remix-run/react'
import { useState, type ReactNode } from 'react'
import { labelsOf, lackingFields } from '#app/domain/imports/file-columns.ts'
import {
  importColumns,
  importWords,
  labelOfField,
  type ImportKind,
} from '#app/domain/imports/import-kinds.ts'
import type { FileHead } from '#app/domain/imports/import-draft.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { ActionForm } from './action-form.tsx'
import { SelectInput } from './fields.tsx'
import type { Saved } from './form-fetcher.ts'
import { Panel } from '../panel.tsx'
import { Cell, Row, RowHead, Table } from '../table.tsx'

type ColumnChoiceProps = {
  head: FileHead
  /** Labels of columns that aren't used, and those that count where a field's column is empty. */
  columns: { unused: readonly string[]; further: Readonly<Record<string, readonly string[]>> }
  kind: ImportKind
  /** Some values of each column. */
  values?: readonly (readonly string[])[]
  /** The import's URL, from another screen. */
  to?: string
  /** Places the inputs, which are in the order of the kind’s fields. */
  arrange?: (inputs: readonly ReactNode[], answer: FormResponse | undefined) => ReactNode
  /** False: shows the choice read-only. */
  mayChange: boolean
}

export function ColumnChoice(props: ColumnChoiceProps) {
  const { head, kind, values = [], to, arrange, mayChange } = props
  const { names, places, preset, dayOrder } = head
  // Result of a form that was sent before hydration, or without scripts.
  const given = useActionData<FormResponse | Saved>()
  const early = given && 'errors' in given ? given : undefined
  if (names.length === 0) return null

  const lacking = lackingFields(kind, places)
  const labels = labelsOf(names)
  const options = labels.map((label, place) => ({ value: String(place), label }))
  const fields = importColumns[kind].map(({ name, isNeeded }) => ({
    name,
    label: `${labelOfField(kind, name)}${isNeeded ? ' (required)' : ''}`,
    place: places[name],
    further: props.columns.further[name] ?? [],
  }))
  const isOpen = dayOrder.isOpen && dayOrder.choice === null
  return (
    <Panel>
      <h2 className="part-title">Match columns</h2>
      <p className="part-lead">
        {lacking.length > 0
          ? describeMissing(kind, lacking)
          : isOpen
            ? 'Your file doesn’t show whether its dates begin with the day or the month. Choose the order to import these rows.'
            : describeUnused(props.columns.unused)}
      </p>
      {mayChange ? (
        <ActionForm
          action="Update columns"
          hidden={{ intent: 'columns' }}
          {...(to === undefined ? {} : { to })}
          className=""
          {...(lacking.length > 0 || isOpen ? { tone: 'primary' as const } : {})}
        >
          {(answer = early) => {
            const inputs = fields.map((field) => (
              <ColumnInput key={field.name} {...{ ...field, options, values, answer }} />
            ))
            return (
              <div key={JSON.stringify([places, preset, dayOrder])} className="feed-columns">
                {dayOrder.isOpen && <DayOrderInput choice={dayOrder.choice} answer={answer} />}
                {arrange?.(inputs, answer) ?? inputs}
              </div>
            )
          }}
        </ActionForm>
      ) : (
        <Table caption="Columns" columns={[{ label: 'Field' }, { label: 'Column in your file' }]}>
          {fields.map(({ name, label, place }) => (
            <Row key={name}>
              <RowHead>{label}</RowHead>
              <Cell label="Column in your file">
                {(place === undefined ? undefined : labels[place]) ?? 'None'}
              </Cell>
            </Row>
          ))}
        </Table>
      )}
    </Panel>
  )
}

type ColumnInputProps = {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  values: readonly (readonly string[])[]
  /** Undefined: no column yet. */
  place: number | undefined
  /** Columns that count where this one is empty. */
  further: readonly string[]
  answer: FormResponse | undefined
}

/** Shows values of the chosen column, because its name can mislead. */
function ColumnInput(props: ColumnInputProps) {
  const { options, values, place, further, name, label, answer } = props
  const initial = place === undefined ? '' : String(place)
  const [chosen, setChosen] = useState(initial)
  const shown = chosen === '' ? [] : (values[Number(chosen)] ?? [])
  const isMatched = chosen === initial && further.length > 0
  return (
    <SelectInput
      {...{ name, label, answer }}
      options={[{ value: '', label: 'None' }, ...options]}
      initial={initial}
      helpText={[
        shown.length === 0 ? '' : `In your file: ${shown.join(', ')}.`,
        isMatched ? `Where it’s empty: ${further.join(', ')}.` : '',
      ]
        .join(' ')
        .trim()}
      onChoose={setChosen}
    />
  )
}

type DayOrderInputProps = {
  choice: FileHead['dayOrder']['choice']
  answer: FormResponse | undefined
}

const DayOrderInput = ({ choice, answer }: DayOrderInputProps) => (
  <SelectInput
    name="day_order"
    label="Dates like 03/04/2026"
    options={[
      { value: '', label: 'Choose an order' },
      { value: 'day-first', label: 'Day first: 3 April' },
      { value: 'month-first', label: 'Month first: March 4' },
    ]}
    initial={choice ?? ''}
    answer={answer}
  />
)

function describeMissing(kind: ImportKind, lacking: readonly string[]): string {
  const names = lacking.map((name) => `“${labelOfField(kind, name)}”`).join(' or ')
  return `We couldn’t find a column for ${names}, which every ${importWords[kind].one} needs. Choose the matching column.`
}

function describeUnused(unused: readonly string[]): string {
  const rest =
    unused.length === 0 ? 'All columns are used.' : `Unused columns: ${unused.join(', ')}.`
  return `Check how your columns match our fields and correct any that are wrong. ${rest}`
}
