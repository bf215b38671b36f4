/** Query options that the nudge's type reads: which data it shows, and to whom. */
import type { NudgeQuery } from '#app/contract/nudges.ts'
import type { TypeForm } from '#app/presenters/nudge-editor/editor.server.ts'
import {
  Check,
  Choice,
  CodeField,
  DateTimeField,
  NumberField,
  Section,
  useEditing,
} from './field.tsx'

type Option = keyof NudgeQuery
type QueryProps = { form: TypeForm; reads: readonly Option[] }

const flags = [
  ...(['showProductName', 'hideHighStockNudge', 'hideEmpty', 'javascript'] as const),
] satisfies Option[]

/** @param listSizeHelp what the plan allows; null: as many as a nudge can have */
export function DataFields({
  form,
  reads,
  listSizeHelp,
}: QueryProps & { listSizeHelp: string | null }) {
  const { timeZone } = useEditing()
  const has = (option: Option) => reads.includes(option)
  const label = (option: Option) => form.optionLabels[option]
  return (
    <Section title="Data" lead={form.about}>
      {has('ago') && <Ago label={label('ago')} />}
      <div className="columns gap-16 at-top">
        {has('minimum') && <NumberField name="query.minimum" label={label('minimum')} />}
        {has('maximum') && (
          <NumberField
            name="query.maximum"
            label={label('maximum')}
            help="Leave blank for no cap."
          />
        )}
        {has('listSize') && (
          <NumberField
            name="query.listSize"
            label={label('listSize')}
            {...(listSizeHelp === null ? {} : { help: listSizeHelp })}
          />
        )}
        {has('deadline') && (
          <DateTimeField
            name="query.deadline"
            label={label('deadline')}
            kind="datetime-local"
            help={`In ${timeZone} time. Ends at the same moment for everyone.`}
          />
        )}
        {has('duration') && (
          <NumberField
            name="query.duration"
            label={label('duration')}
            help={
              form.durationUnit === 'hours'
                ? 'Up to 24 hours.'
                : 'Leave blank to count people there right now (last 5 minutes).'
            }
          />
        )}
      </div>
      {has('integration') && (
        <Choice name="query.integration" label={label('integration')} of={form.sources} />
      )}
      {flags.filter(has).map((flag) => (
        <Check key={flag} name={`query.${flag}`} label={label(flag)} />
      ))}
    </Section>
  )
}

export const CountryField = ({ form }: Pick<QueryProps, 'form'>) => (
  <CodeField
    name="query.countries"
    label={form.optionLabels.countries}
    of="country"
    allowsMany
    help="Leave blank for all countries."
  />
)

const Ago = ({ label }: { label: string }) => (
  <div className="columns gap-16 at-top">
    <NumberField name="query.ago" label={label} help="Between 1 hour and 60 days." />
    <Choice
      name="query.ago.unit"
      label="Unit"
      of={[
        ['days', 'Days'],
        ['hours', 'Hours'],
      ]}
    />
  </div>
)

export function FrequencyFields({ form, reads }: QueryProps) {
  return (
    <Section title="Frequency">
      {reads.includes('rotateNudges') && (
        <Check
          name="query.rotateNudges"
          label={form.optionLabels.rotateNudges}
          help="When off, each visit starts with the newest item."
        />
      )}
      {reads.includes('skipSeenNudges') && (
        <Check
          name="query.skipSeenNudges"
          label={form.optionLabels.skipSeenNudges}
          help="Works as long as the visitor’s browser remembers what it has shown."
        />
      )}
      <Check
        name="query.persistentNudge"
        label={form.optionLabels.persistentNudge}
        help="When off, it closes after the time set in Site settings."
      />
    </Section>
  )
}
