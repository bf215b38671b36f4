import type { MappedField } from '#app/presenters/smart-webhooks/words.ts'
import { slotsOf } from '#app/presenters/smart-webhooks/mapping-values.ts'
import {
  fieldLabels,
  labelOfStep,
  stepChoices,
  withDefault,
} from '#app/presenters/smart-webhooks/words.ts'
import { Details } from '#app/ui/details.tsx'
import { errorAt, pathChoices, type Editing } from './editing.ts'
import { PlainInput, PlainSelect } from './plain-select.tsx'

const places = (count: number) => Array.from({ length: count }, (_, place) => place)

/** Where a field's value comes from, and how it is read. */
export function FieldChoice({ field, editing }: { field: MappedField; editing: Editing }) {
  const { values, errors, suggested, zones, siteUrl } = editing
  const name = `set.${field}`
  const label = fieldLabels[field]
  const error = errorAt(errors, name)
  const isSuggested = Boolean(suggested?.[`${name}.at.0`])
  const arrival = field === 'occurred_at' ? [{ value: '$received', label: 'When it arrives' }] : []
  const choicesAt = (place: number) => [
    ...arrival,
    ...pathChoices(editing, `${name}.at.${String(place)}`),
  ]
  const others = places(slotsOf(values, { name: `${name}.at`, most: 5 })).filter(
    (place) => place > 0,
  )
  const reading = { value: JSON.stringify({ absolute_url: { base: siteUrl } }) }
  const steps = [...stepChoices, { ...reading, label: `Complete links with ${siteUrl}` }]
  const hasDate = places(8).some((place) => values[`${name}.do.${String(place)}`]?.includes('date'))
  return (
    <div className="field-choice">
      <PlainSelect
        name={`${name}.at.0`}
        label={isSuggested ? `${label} (suggested)` : label}
        editing={editing}
        choices={choicesAt(0)}
        none="Not used"
        error={error}
        isPath
      />
      <Details
        className="field-choice__more"
        isOpen={error !== undefined}
        summary={
          <span>
            How it’s read<span className="visually-hidden">: {label}</span>
          </span>
        }
      >
        <div className="field-choice__inner">
          {others.map((place) => (
            <PlainSelect
              key={place}
              name={`${name}.at.${String(place)}`}
              label={`If ${label.toLowerCase()} is missing, take`}
              editing={editing}
              choices={choicesAt(place)}
              none="Nothing else"
              isPath
            />
          ))}
          {places(slotsOf(values, { name: `${name}.do`, most: 8 })).map((place) => {
            const step = `${name}.do.${String(place)}`
            const chosen = values[step]
            const isKnown = !chosen || steps.some(({ value }) => value === chosen)
            return (
              <PlainSelect
                key={step}
                name={step}
                label={`${label}: step ${String(place + 1)}`}
                editing={editing}
                choices={
                  isKnown ? steps : [...steps, { value: chosen, label: labelOfStep(chosen) }]
                }
                none="No step"
              />
            )
          })}
          {(hasDate || values[`${name}.zone`]) && (
            <PlainSelect
              name={`${name}.zone`}
              label="Time zone, if the date has none"
              editing={editing}
              choices={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
              none="UTC"
            />
          )}
          {withDefault.has(field) && (
            <PlainInput
              name={`${name}.default`}
              label={
                field === 'currency'
                  ? 'If the delivery has none, for example EUR'
                  : `If the delivery has no ${label.toLowerCase()}`
              }
              editing={editing}
            />
          )}
        </div>
      </Details>
    </div>
  )
}
