/** Fields that an owner fills in for a nudge, as its type's definition describes them. */
import type { TypeForm } from '#app/presenters/nudge-editor/editor.server.ts'
import { Check, DateTimeField, Section, EditorTextField, useEditing } from '../field.tsx'
import { FactField } from '../message/fact-field.tsx'
import { DeliveryFields } from './delivery-fields.tsx'
import { FreeDeliveryFields } from './free-delivery-fields.tsx'

type Fields = NonNullable<TypeForm['fields']>
type Input = Extract<Fields, { title: string }>['inputs'][number]

/** Renders nothing for types without content. */
export function ContentFields({ fields }: Pick<TypeForm, 'fields'>) {
  if (fields === null) return null
  if (fields.kind === 'delivery') return <DeliveryFields />
  if (fields.kind === 'thresholds') return <FreeDeliveryFields />
  const { title, lead, inputs } = fields
  return (
    <Section title={title} {...(lead === undefined ? {} : { lead })}>
      {rowsOf(inputs).map((row) =>
        isPair(row) ? (
          <div key={row[0]?.name} className="columns gap-16 at-top">
            {row.map((input) => (
              <ContentField key={input.name} input={input} />
            ))}
          </div>
        ) : (
          row.map((input) => <ContentField key={input.name} input={input} />)
        ),
      )}
    </Section>
  )
}

/** Neighbors that aren't wide share a row. */
function rowsOf(inputs: readonly Input[]): Input[][] {
  const rows: Input[][] = []
  for (const input of inputs) {
    const last = rows.at(-1)
    if (last && isPair(last) && isPair([input])) last.push(input)
    else rows.push([input])
  }
  return rows
}

const isPair = (row: readonly Input[]) => row.every(({ isWide }) => isWide !== true)

/** The time that is left is always known. */
const isPageValue = (name: string) => name !== 'left'

function ContentField({ input }: { input: Input }) {
  const { timeZone } = useEditing()
  const { kind, label } = input
  const help = input.help?.replace('{timeZone}', timeZone)
  const field = { name: `content.${input.name}`, label, ...(help === undefined ? {} : { help }) }
  switch (kind) {
    case 'text':
      if (input.takesFacts) return <FactField {...field} canBeMissing={isPageValue} />
      return <EditorTextField {...field} />
    case 'check':
      return <Check {...field} />
    case 'date':
      return <DateTimeField {...field} kind="date" />
    case 'moment':
      return <DateTimeField {...field} kind="datetime-local" />
  }
}
