/** The effect of nudges: visitors who can see them, compared with the holdout group. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { Banner } from '@shopify/polaris'
import { describeComparison, describeUntrusted } from '#app/domain/stats/effect/effect-text.ts'
import { readEffect, type Effect } from '#app/domain/stats/effect/read-effect.server.ts'
import { listExperiments } from '#app/domain/stats/effect/read-experiments.server.ts'
import { productName } from '#app/lib/product.ts'
import { Empty } from '#app/ui/empty.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { formatDays } from '#app/ui/format/format-time.ts'
import { Download } from './download.tsx'
import { EffectInterval } from './effect-interval.tsx'
import { Experiments } from './experiments.tsx'
import { readStatisticsLayout } from './statistics-layout.server.ts'
import { StatisticsLayout } from './statistics-layout.tsx'
import { GroupsTable } from './groups-table.tsx'

export { headers } from '#app/platforms/headers.ts'
export { links } from './statistics-layout.tsx'
export const meta = () => [{ title: `Effect – ${productName}` }]

export async function loader(args: LoaderFunctionArgs) {
  const { services, scope, frame, window } = await readStatisticsLayout(args)
  const [effect, experiments] = await Promise.all([
    readEffect(services, scope, window),
    listExperiments(services, scope),
  ])
  return { frame, effect, experiments }
}

export default function EffectScreen() {
  const { frame, effect, experiments } = useLoaderData<typeof loader>()
  return (
    <StatisticsLayout frame={frame}>
      {effect.kind === 'no_experiment' ? <NoExperiment /> : <Measured effect={effect} />}
      <Experiments experiments={experiments} now={frame.now} />
    </StatisticsLayout>
  )
}

const NoExperiment = () => (
  <Panel>
    <Empty
      title="There is no hold-out, so no effect can be told"
      action={
        <Link className="text-link" to="/site-settings">
          Choose a hold-out in the site settings
        </Link>
      }
    >
      <p>
        With a hold-out, a part of your visitors, drawn by lot, gets no nudges. What they do beside
        the others is the effect of the nudges, and nothing else is. Figures appear here from the
        first whole day on; an estimate needs some weeks in most shops.
      </p>
    </Empty>
  </Panel>
)

type WithHoldout = Exclude<Effect, { kind: 'no_experiment' }>

function Measured({ effect }: { effect: WithHoldout }) {
  const { kind, arms, holdoutPercent, window } = effect
  const words =
    kind === 'untrusted'
      ? describeUntrusted(effect.sampleRatio)
      : describeComparison(effect.comparison)
  const estimate =
    kind === 'compared' && effect.comparison.kind === 'estimate' ? effect.comparison : null
  return (
    <>
      {kind === 'untrusted' && (
        <Banner tone="warning" title={words.headline}>
          {words.sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Banner>
      )}
      <Panel>
        {kind === 'compared' && (
          <section aria-labelledby="effect-heading" className="effect">
            <h2 id="effect-heading" className="effect__headline">
              {words.headline}
            </h2>
            {estimate && <EffectInterval lift={estimate.lift} />}
            {words.sentences.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </section>
        )}
        <Arms arms={arms} />
        <p className="figures__note">
          {formatWindow(window)} The hold-out is {String(holdoutPercent)}% of the visitors.
          Everybody counts in the group that was drawn, whether or not a nudge was seen. One visitor
          is a {effect.unit}.
        </p>
        <Download table="effect" />
      </Panel>
    </>
  )
}

const armNames = { shown: 'May get nudges', holdout: 'Hold-out' } as const

const Arms = ({ arms }: Pick<WithHoldout, 'arms'>) => (
  <GroupsTable
    caption="Both groups"
    word="Group"
    groups={(['shown', 'holdout'] as const).map((arm) => ({
      name: armNames[arm],
      ...arms[arm],
    }))}
  />
)

/** The end is exclusive. */
function formatWindow({ from, to }: WithHoldout['window']): string {
  const first = from.toISOString().slice(0, 10)
  if (from >= to) {
    return `No day of these counts: the hold-out was changed later. Days count from ${formatDays({ from: first, to: first })} on.`
  }
  const last = new Date(to.getTime() - 1).toISOString().slice(0, 10)
  return `Counted: ${formatDays({ from: first, to: last })}, and no day on which the hold-out was another.`
}
