/** Waits for a conversion while the screen is open, and lists the latest ones. */
import { useEffect, useState } from 'react'
import type { Goal } from '#app/domain/goals/goal.ts'
import type { GoalConversion } from '#app/domain/goals/overview.server.ts'
import { CopyCode } from '#app/ui/copy-code.tsx'
import { LiveStatus } from '#app/ui/live-status.tsx'
import { formatMoney } from '#app/ui/format/format-number.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { NudgePreviewLink } from '#app/ui/nudge-preview/nudge-preview-link.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { usePolling } from '#app/ui/polling.ts'
import { useHost } from '#app/browser/host.ts'

const pollMillis = 3_000

type TestedGoal = Pick<Goal, 'uuid' | 'kind' | 'pattern' | 'isActive' | TestField>
type TestField = 'testedAt' | 'testedCents' | 'testedCurrency'
type TestConversionProps = {
  goal: TestedGoal
  conversions: readonly GoalConversion[]
  now: Date
  siteAddress: string
  mayEdit: boolean
}

export function TestConversion(props: TestConversionProps) {
  const { goal, conversions, now, siteAddress, mayEdit } = props
  const isLate = usePolling(pollMillis)
  const arrived = useFirstNew(conversions)
  const tested = useNewTest(goal)
  const { admin } = useHost()
  const isReportedByShop = admin !== null && goal.kind === 'order'
  return (
    <Panel>
      <h2 className="part-title">Test this goal</h2>
      <p className="part-lead">{isReportedByShop ? testOfShop : testOf(goal)}</p>
      {(goal.kind === 'js' || goal.kind === 'order') && !isReportedByShop && (
        <div className="mb-16">
          <CopyCode code={callOf(goal)} name="call for your page" />
        </div>
      )}
      {mayEdit && goal.isActive && !isReportedByShop && (
        <div className="mb-16">
          <NudgePreviewLink
            host={new URL(siteAddress).host}
            action={`/goals/${goal.uuid}`}
            kind="test"
          />
        </div>
      )}
      <LiveStatus isDone={tested !== null || arrived !== null}>
        {tested ? (
          <>
            It works: your test tab reached the goal <RelativeTime at={tested.at} now={now} />
            {tested.worth}. Not counted as a conversion.
          </>
        ) : arrived ? (
          <>
            It works: converted <RelativeTime at={arrived.reachedAt} now={now} />, reported by{' '}
            {sources[arrived.source]}
          </>
        ) : (
          waitingWords(goal, isLate)
        )}
      </LiveStatus>
      {conversions.length > 0 && <LatestConversions conversions={conversions} now={now} />}
    </Panel>
  )
}

type GoalTest = { at: Date; /** Begins with a comma. */ worth: string }

/** Null until there is a test that wasn't there when the screen was opened. */
function useNewTest({ testedAt, testedCents, testedCurrency }: TestedGoal): GoalTest | null {
  const [known] = useState(testedAt?.getTime())
  if (testedAt === null || testedAt.getTime() === known) return null
  const worth =
    testedCents === null || testedCurrency === null
      ? ''
      : `, worth ${formatMoney(testedCents, testedCurrency)}`
  return { at: testedAt, worth }
}

/** Null until there is one that wasn't there when the screen was opened. */
function useFirstNew(conversions: readonly GoalConversion[]): GoalConversion | null {
  const [known] = useState(() => new Set(conversions.map(({ id }) => id)))
  const [arrived, setArrived] = useState<GoalConversion | null>(null)
  useEffect(() => {
    if (arrived) return
    const first = conversions.filter(({ id }) => !known.has(id)).at(-1)
    if (first) setArrived(first)
  }, [conversions, known, arrived])
  return arrived
}

const sources: Record<GoalConversion['source'], string> = {
  pixel: 'a page of your site',
  rest_api: 'the REST API',
  activity: 'your shop or server, with the purchase',
}

const waitingWords = ({ isActive }: TestedGoal, isLate: boolean) => {
  if (!isActive) return 'This goal is off, so nothing counts.'
  return isLate ? 'Waiting. We can’t reach the server right now.' : 'Waiting for a test…'
}

/** A shop in its admin sends its orders itself, and its thank-you page has no place for code. */
const testOfShop =
  'Your shop reports each paid order automatically. The next one appears here. Test orders don’t count.'

function testOf({ kind, pattern }: TestedGoal): string {
  switch (kind) {
    case 'url':
      return `Open a test tab and visit a page whose path matches ${pattern ?? ''}.`
    case 'click':
      return 'Open a test tab and click the element.'
    case 'form':
      return 'Open a test tab and submit the form.'
    case 'js':
      return 'Add this call where the goal is reached, then reach it in a test tab. Conversions that your server sends through the REST API always count.'
    case 'order':
      return 'Add this call to your thank-you page, then reach that page in a test tab. Purchases that your shop sends count unless they’re marked as tests.'
  }
}

const callOf = ({ uuid, kind }: TestedGoal) =>
  kind === 'order'
    ? `window.footfall = window.footfall || []
footfall.push(['goal', '${uuid}', { order: '1001', value: 49.9, currency: 'EUR' }])`
    : `window.footfall = window.footfall || []
footfall.push(['goal', '${uuid}'])`

const LatestConversions = ({
  conversions,
  now,
}: Pick<TestConversionProps, 'conversions' | 'now'>) => (
  <section className="mt-16" aria-label="Latest conversions">
    <h3 className="part-title">Latest conversions (last 7 days)</h3>
    <ul className="rows">
      {conversions.map(({ id, source, reachedAt, amountCents, currency }) => (
        <li key={id} className="rows__row">
          <p className="rows__words">
            <RelativeTime at={reachedAt} now={now} />
            <span className="muted"> · Reported by {sources[source]}</span>
          </p>
          <span className="numbers">
            {amountCents !== null && currency !== null && formatMoney(amountCents, currency)}
          </span>
        </li>
      ))}
    </ul>
  </section>
)
