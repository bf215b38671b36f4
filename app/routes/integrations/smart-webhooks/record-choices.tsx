import { slotsOf } from '#app/presenters/smart-webhooks/mapping-values.ts'
import { comparisons, kindLabels } from '#app/presenters/smart-webhooks/words.ts'
import { Details } from '#app/ui/details.tsx'
import { errorAt, pathChoices, type Editing } from './editing.ts'
import { PlainInput, PlainSelect } from './plain-select.tsx'

const kinds = Object.entries(kindLabels).map(([value, label]) => ({ value, label }))
const reversalId = 'set.reversal_id.at.0'
const places = (count: number) => Array.from({ length: count }, (_, place) => String(place))

/** The type of a delivery, which ones count, and how they are distinguished. */
export function RecordChoices({ editing }: { editing: Editing }) {
  const { values, lists, errors } = editing
  const isProduct = values['kind'] === 'product'
  const listChoices = (name: string) => {
    const chosen = values[name]
    const each = values['each']
    const found = lists.map(({ path, label }) => ({
      // Within a list of records, the list of products is in each of them.
      value:
        name === 'items' && each !== undefined && each !== '' && path.startsWith(`${each}/0/`)
          ? `@${path.slice(each.length + 2)}`
          : path,
      label,
    }))
    const isKnown = !chosen || found.some(({ value }) => value === chosen)
    return isKnown ? found : [...found, { value: chosen, label: `${chosen} (not in this sample)` }]
  }
  return (
    <>
      <PlainSelect
        name="kind"
        label="The deliveries are"
        editing={editing}
        choices={kinds}
        error={errorAt(errors, 'kind')}
      />
      {(lists.length > 0 || values['each']) && (
        <PlainSelect
          name="each"
          label="One record for each entry of"
          editing={editing}
          choices={listChoices('each')}
          none="The delivery is one record"
          error={errorAt(errors, 'each')}
        />
      )}
      {!isProduct && (lists.length > 0 || values['items']) && (
        <PlainSelect
          name="items"
          label="List of products"
          editing={editing}
          choices={listChoices('items')}
          none="None"
          error={errorAt(errors, 'items')}
        />
      )}
      {places(slotsOf(values, { name: 'id', most: 4 })).map((place) => (
        <PlainSelect
          key={place}
          name={`id.${place}`}
          label={place === '0' ? 'ID' : `ID, part ${String(Number(place) + 1)}`}
          editing={editing}
          choices={pathChoices(editing, `id.${place}`)}
          none={place === '0' ? 'None: equal content on one day is one' : 'No further part'}
          error={place === '0' ? errorAt(errors, 'id') : undefined}
          isPath
        />
      ))}
      <Conditions name="when" title="Only if" editing={editing} />
      {!isProduct && (
        <Details className="mt-16 mb-8" summary="Canceled and refunded">
          <Conditions name="states.cancelled" title="Canceled if" editing={editing} />
          <Conditions name="states.refunded" title="Refunded if" editing={editing} />
          <PlainSelect
            name={reversalId}
            label="ID of the record, in such a delivery"
            editing={editing}
            choices={pathChoices(editing, reversalId)}
            none="The ID above"
            error={errorAt(editing.errors, 'set.reversal_id')}
            isPath
          />
        </Details>
      )}
    </>
  )
}

type ConditionsProps = { name: string; title: string; editing: Editing }

const Conditions = ({ name, title, editing }: ConditionsProps) => (
  <fieldset className="plain-group mt-12">
    <legend>{title}</legend>
    {places(slotsOf(editing.values, { name, end: '.at', most: 10 })).map((place) => {
      const one = `${name}.${place}`
      const number = String(Number(place) + 1)
      const isFilled = Boolean(editing.values[`${one}.at`])
      return (
        <div key={place} className="conditions__one">
          <PlainSelect
            name={`${one}.at`}
            label={`${title}, value ${number}`}
            editing={editing}
            choices={pathChoices(editing, `${one}.at`)}
            none={place === '0' ? 'Always' : 'No further condition'}
            error={place === '0' ? errorAt(editing.errors, name) : undefined}
            isLabelHidden
            isPath
          />
          <div className="conditions__rest" hidden={!isFilled}>
            <PlainSelect
              name={`${one}.op`}
              label={`${title}, comparison ${number}`}
              editing={editing}
              choices={comparisons}
              isLabelHidden
            />
            <PlainInput
              name={`${one}.value`}
              label={`${title}, compared with ${number}`}
              editing={editing}
              isLabelHidden
            />
          </div>
        </div>
      )
    })}
  </fieldset>
)
