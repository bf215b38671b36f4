/** Results of a campaign: counts by text, and what can be concluded from them. */
import type { PushTotals, PushVariant } from '#app/presenters/push/campaigns.server.ts'
import type { PushComparison } from '#app/presenters/push/results.server.ts'
import { EffectInterval } from '#app/ui/charts/effect-interval.tsx'
import { formatCount, formatRate } from '#app/ui/format/format-number.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'

type CampaignResultsProps = {
  counts: readonly { variant: PushVariant; totals: PushTotals }[]
  texts: PushComparison | null
  holdout: PushComparison | null
}

const names: Record<PushVariant, string> = {
  a: 'Text A',
  b: 'Text B',
  holdout: 'Holdout group',
}

export const CampaignResults = ({ counts, texts, holdout }: CampaignResultsProps) => (
  <Panel>
    <h2 className="part-title">Results</h2>
    <Table
      caption="Results by text"
      columns={[
        { label: 'Text' },
        { label: 'Chosen', isNumber: true, about: 'Subscribers in the audience.' },
        {
          label: 'Accepted',
          isNumber: true,
          about: 'Messages that a push service took. Not all reach a device that is on.',
        },
        { label: 'Shown', isNumber: true, about: 'Messages that a device reported as shown.' },
        { label: 'Clicked', isNumber: true, about: 'Shown messages that were opened.' },
        { label: 'Dismissed', isNumber: true, about: 'Shown messages that were closed.' },
        {
          label: 'Opted out',
          isNumber: true,
          about: 'Subscribers who turned these messages off with this one.',
        },
        {
          label: 'Converted',
          isNumber: true,
          about:
            'Subscribers who reached a goal by a click, a form or JavaScript within 7 days. Goals by URL and by order aren’t counted. That alone doesn’t show that the message was the cause.',
        },
      ]}
    >
      {counts.map(({ variant, totals }) => (
        <Row key={variant}>
          <RowHead>{names[variant]}</RowHead>
          <Numbers totals={totals} isHeld={variant === 'holdout'} />
        </Row>
      ))}
    </Table>
    {texts && <Comparison title="Text B vs. text A" comparison={texts} />}
    {holdout && <Comparison title="Campaign vs. holdout group" comparison={holdout} />}
  </Panel>
)

/** A message that wasn't sent on purpose has no counts of its delivery. */
const Numbers = ({ totals, isHeld }: { totals: PushTotals; isHeld: boolean }) => (
  <>
    <Cell label="Chosen" isNumber>
      {formatCount(totals.sends)}
    </Cell>
    <Cell label="Accepted" isNumber>
      {isHeld ? '–' : formatCount(totals.accepted)}
    </Cell>
    <Cell label="Shown" isNumber>
      {isHeld ? '–' : formatCount(totals.shown)}
    </Cell>
    <Cell label="Clicked" isNumber>
      {isHeld ? '–' : formatCount(totals.clicked)}
      {!isHeld && (
        <span className="table__below muted small">
          {formatRate(totals.shown === 0 ? null : totals.clicked / totals.shown)}
        </span>
      )}
    </Cell>
    <Cell label="Dismissed" isNumber>
      {isHeld ? '–' : formatCount(totals.closed)}
    </Cell>
    <Cell label="Opted out" isNumber>
      {isHeld ? '–' : formatCount(totals.stopped)}
    </Cell>
    <Cell label="Converted" isNumber>
      {formatCount(totals.converted)}
    </Cell>
  </>
)

function Comparison({ title, comparison: found }: { title: string; comparison: PushComparison }) {
  const { comparison, description } = found
  return (
    <section className="prose effect mt-20">
      <h3 className="strong">{title}</h3>
      <p>{description.answer}</p>
      {comparison?.kind === 'estimate' && <EffectInterval lift={comparison.lift} />}
      {description.sentences.map((sentence) => (
        <p key={sentence} className="muted">
          {sentence}
        </p>
      ))}
    </section>
  )
}
