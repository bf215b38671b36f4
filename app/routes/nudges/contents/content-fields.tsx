/** Content fields of a nudge, by its type. */
import type { ComponentType } from 'react'
import type { NudgeType } from '#app/contract/nudges.ts'
import { Check, DateTimeField, Section, TextField, useEditing } from '../field.tsx'
import { DeliveryFields } from './delivery-fields.tsx'
import { FreeDeliveryFields } from './free-delivery-fields.tsx'

/** Renders nothing for types without content. */
export function ContentFields({ type }: { type: NudgeType }) {
  const Fields = fieldsOf[type]
  return Fields ? <Fields /> : null
}

const PictureFields = () => (
  <div className="editor__pair">
    <TextField name="content.image" label="Address of a picture" help="Begins with https://." />
    <TextField name="content.url" label="Leads to" help="Begins with https://. Empty: nowhere." />
  </div>
)

const CustomFields = () => (
  <Section
    title="Your message"
    lead="Say what you stand for yourself. {name|instead} stands for a value that the page’s script tells under that name."
  >
    <TextField name="content.title" label="Title" />
    <TextField name="content.text" label="Text" lines={2} />
    <PictureFields />
    <Check
      name="content.tellsMessages"
      label="Tell the messages from Data feeds, one after another"
      help="Instead of the words above. Each says that it is a message from your shop."
    />
  </Section>
)

function DiscountFields() {
  const { timeZone } = useEditing()
  return (
    <Section title="The offer" lead="As the shop’s own checkout grants it.">
      <div className="editor__pair">
        <TextField name="content.amount" label="How much off" help="Such as 10 % or € 5." />
        <TextField
          name="content.scope"
          label="On what"
          help="Such as all mugs. Empty: everything."
        />
        <TextField name="content.code" label="Code" help="Visitors can copy it." />
        <DateTimeField
          name="content.startsAt"
          label="Begins at"
          kind="datetime-local"
          help={`By the clock of your site (${timeZone}). Empty: it has begun.`}
        />
      </div>
      <TextField name="content.conditions" label="Conditions" help="One tap away from the nudge." />
      <PictureFields />
    </Section>
  )
}

const GoalFields = () => (
  <Section title="What they signed up for">
    <TextField name="content.goal" label="Name" help="Such as the newsletter. Empty: no name." />
  </Section>
)

const SourceFields = () => (
  <Section title="Where the reviews are from">
    <TextField name="content.source" label="Source" help="As it calls itself. Empty: your shop." />
  </Section>
)

const StockFields = () => (
  <Section title="New stock">
    <DateTimeField
      name="content.noRestockBefore"
      label="No new stock before"
      kind="date"
      help="Without it, or a week before it, nothing is called scarce."
    />
  </Section>
)

const fieldsOf: Partial<Record<NudgeType, ComponentType>> = {
  custom: CustomFields,
  discount: DiscountFields,
  conversion: GoalFields,
  conversions: GoalFields,
  reviews: SourceFields,
  stock_level: StockFields,
  delivery_date: DeliveryFields,
  free_delivery: FreeDeliveryFields,
}
