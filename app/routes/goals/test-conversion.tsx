/** Waits for a conversion while the screen is open, and lists the latest ones. */
import { useEffect, useState } from 'react'
import type { Goal } from '#app/domain/goals/goal.ts'
import type { GoalConversion } from '#app/domain/goals/overview.server.ts'
import { CopyCode } from '#app/ui/copy-code.tsx'
import { LiveStatus } from '#app/ui/live-status.tsx'
import { formatMoney } from '#app/ui/format/format-number.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { usePolling } from '#app/ui/polling.ts'

const pollMillis = 3_000

type TestedGoal = Pick<Goal, 'uuid' | 'kind' | 'pattern' | 'isRepeatable' | 'isActive'>
type TestConversionProps = {
  goal: TestedGoal
  conversions: readonly GoalConversion[]
  now: Date
  siteAddress: string
}

export function TestConversion({ goal, conversions, now, siteAddress }: TestConversionProps) {
  const isLate = usePolling(pollMillis)
  const arrived = useFirstNew(conversions)
  return (
    <Panel>
      <h2 className="part-title">Test this goal</h2>
      <p className="part-lead">{testOf(goal, siteAddress)}</p>
      {(goal.kind === 'js' || goal.kind === 'order') && (
        <div className="goal-call">
          <CopyCode code={callOf(goal)} name="call for your page" />
        </div>
      )}
      <LiveStatus isDone={arrived !== null}>
        {arrived ? (
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
  rest_api: 'your server, as a conversion',
  activity: 'your server, with the purchase',
}

const waitingWords = ({ isActive }: TestedGoal, isLate: boolean) => {
  if (!isActive) return 'This goal is off, so nothing counts.'
  return isLate ? 'Waiting. We can’t reach the server right now.' : 'Waiting for a test conversion…'
}

function testOf({ kind, pattern, isRepeatable }: TestedGoal, siteAddress: string): string {
  const rule =
    kind === 'order' || isRepeatable
      ? ''
      : ' Each visitor counts once, so use another browser if you’ve already reached it.'
  switch (kind) {
    case 'url':
      return `Open a page on ${siteAddress} whose path matches ${pattern ?? ''}.${rule}`
    case 'click':
      return `Open a page on ${siteAddress} and click the element.${rule}`
    case 'form':
      return `Open a page on ${siteAddress} and submit the form.${rule}`
    case 'js':
      return `Call this where the goal is reached, or send a conversion from your server through the REST API.${rule}`
    case 'order':
      return 'Send a purchase from your server, or add this call to your thank-you page. Use a new order number for each test. Purchases marked as tests don’t count.'
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
  <section className="hits" aria-label="Latest conversions">
    <h3 className="part-title">Latest conversions (last 7 days)</h3>
    <ul className="rows">
      {conversions.map(({ id, source, reachedAt, amountCents, currency }) => (
        <li key={id} className="rows__row">
          <div className="rows__words">
            <p className="rows__name">
              <RelativeTime at={reachedAt} now={now} />
            </p>
            <p className="rows__detail">
              Reported by {sources[source]}
              {amountCents !== null && currency !== null
                ? ` · ${formatMoney(amountCents, currency)}`
                : ''}
            </p>
          </div>
        </li>
      ))}
    </ul>
  </section>
)
