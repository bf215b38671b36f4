/** Query options that the nudge's type reads: which data it shows, and to whom. */
import { Checkbox } from '@shopify/polaris'
import { offeredQuerySources, sources } from '#app/domain/activities/sources.ts'
import type { NudgeQuery } from '#app/contract/nudges.ts'
import { PlanGate } from '#app/ui/plan-gate.tsx'
import type { TypeForm } from '#app/presenters/nudge-editor/editor.server.ts'
import {
  Check,
  Choice,
  DateTimeField,
  NumberField,
  Section,
  TextField,
  useEditing,
} from './field.tsx'

type Option = keyof NudgeQuery
type QueryProps = { form: TypeForm; reads: readonly Option[] }

const flags = [
  ...(['showProductName', 'hideHighStockNudge', 'hideEmpty', 'javascript'] as const),
] satisfies Option[]

export function DataFields({ form, reads }: QueryProps) {
  const { timeZone } = useEditing()
  const has = (option: Option) => reads.includes(option)
  const label = (option: Option) => form.optionLabels[option]
  return (
    <Section title="What it tells" lead={form.about}>
      {has('ago') && <Ago label={label('ago')} />}
      <div className="editor__pair">
        {has('minimum') && <NumberField name="query.minimum" label={label('minimum')} />}
        {has('maximum') && (
          <NumberField
            name="query.maximum"
            label={label('maximum')}
            help="Empty: there is no such number."
          />
        )}
        {has('listSize') && <NumberField name="query.listSize" label={label('listSize')} />}
        {has('deadline') && (
          <DateTimeField
            name="query.deadline"
            label={label('deadline')}
            kind="datetime-local"
            help={`By the site’s clock (${timeZone}): the same moment for everybody.`}
          />
        )}
        {has('duration') && (
          <NumberField
            name="query.duration"
            label={label('duration')}
            help={form.durationUnit === 'hours' ? 'At most 24.' : 'Empty: those who are there now.'}
          />
        )}
      </div>
      {has('integration') && (
        <Choice name="query.integration" label={label('integration')} of={sourceChoices} />
      )}
      {flags.filter(has).map((flag) => (
        <Check key={flag} name={`query.${flag}`} label={label(flag)} />
      ))}
      <TextField
        name="query.countries"
        label={label('countries')}
        help="Codes of two letters, such as NL, BE. Empty: everywhere."
      />
    </Section>
  )
}

const sourceChoices = [
  ['', 'From anywhere'] as const,
  ...offeredQuerySources.map((name) => [name, sources[name].senderLabel] as const),
]

const Ago = ({ label }: { label: string }) => (
  <div className="editor__pair">
    <NumberField name="query.ago" label={label} help="From 1 hour to 60 days." />
    <Choice
      name="query.ago.unit"
      label="Counted in"
      of={[
        ['days', 'Days'],
        ['hours', 'Hours'],
      ]}
    />
  </div>
)

/** @param planToSkip see `neededPlan` */
export function FrequencyFields({
  form,
  reads,
  planToSkip,
}: QueryProps & { planToSkip: string | null }) {
  const { values } = useEditing()
  return (
    <Section title="How often">
      {reads.includes('rotateNudges') && (
        <Check
          name="query.rotateNudges"
          label={form.optionLabels.rotateNudges}
          help="Off: each page begins with the newest."
        />
      )}
      {reads.includes('skipSeenNudges') &&
        (planToSkip === null ? (
          <Check
            name="query.skipSeenNudges"
            label={form.optionLabels.skipSeenNudges}
            help="As far as the visitor’s browser remembers."
          />
        ) : (
          <div className="editor__gated">
            <Checkbox
              label={form.optionLabels.skipSeenNudges}
              checked={values['query.skipSeenNudges'] === 'on'}
              disabled
            />
            <PlanGate plan={planToSkip} />
          </div>
        ))}
      <Check
        name="query.persistentNudge"
        label={form.optionLabels.persistentNudge}
        help="Off: it goes by itself after the time of the site’s settings."
      />
    </Section>
  )
}
