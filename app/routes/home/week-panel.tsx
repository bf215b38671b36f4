/** The week in four figures. The chosen one is drawn below them, with the week before. */
import { useSearchParams } from '@remix-run/react'
import { lazy, memo, Suspense } from 'react'
import { definitions } from '#app/domain/stats/definitions.ts'
import type { Effect } from '#app/domain/stats/effect/read-effect.server.ts'
import { clickRate } from '#app/domain/stats/totals.ts'
import { readHomeMetric } from '#app/presenters/home/home-metrics.ts'
import type { HomeFigure, HomeWeek } from '#app/presenters/home/week.server.ts'
import { formatLift } from '#app/domain/stats/effect/effect-text.ts'
import { formatCount, formatMoney, formatRate } from '#app/ui/format/format-number.ts'
import { formatDays } from '#app/ui/format/format-time.ts'
import { HomePanel } from './home-panel.tsx'
import { FigureTile, FigureTiles } from '#app/ui/charts/figure-tiles.tsx'

// Loaded after the screen answers: the server has drawn it already.
const Chart = lazy(async () => ({ default: (await import('#app/ui/charts/chart.tsx')).Chart }))

/** Lower than in Statistics: the curve is only an overview here. */
const lineHeight = 140

type WeekPanelProps = { week: HomeWeek; effect: Effect; hasGoal: boolean }

export function WeekPanel({ week, effect, hasGoal }: WeekPanelProps) {
  const [query] = useSearchParams()
  const chosen = readHomeMetric(query.get('chart'))
  const metric = chosen === 'goals' && !hasGoal ? 'impressions' : chosen
  const charted = week.figures.find((figure) => figure.metric === metric)
  return (
    <HomePanel
      id="week-heading"
      title="Last 7 days"
      beside={<p className="muted small">{describeCompared(week)}</p>}
    >
      <FigureTiles>
        {week.figures.map((figure) =>
          figure.metric === 'goals' && !hasGoal ? (
            <ChooseGoal key="goals" />
          ) : (
            <Figure
              key={figure.metric}
              figure={figure}
              week={week}
              isCharted={figure.metric === metric}
            />
          ),
        )}
        <ImpactTile effect={effect} />
      </FigureTiles>
      <div className="home-curve">{charted && <Curve {...charted} zone={week.zone} />}</div>
    </HomePanel>
  )
}

/**
 * Keeps what the server has drawn while the panel renders again: React drops it when it has to
 * render the boundary before the chart's script has arrived.
 */
const Curve = memo(function Curve({
  metric,
  line,
  before,
  zone,
}: HomeFigure & Pick<HomeWeek, 'zone'>) {
  return (
    <Suspense>
      <Chart
        name={definitions[metric].name}
        line={line}
        before={before}
        zone={zone}
        isLastOpen
        height={lineHeight}
      />
    </Suspense>
  )
})

const ChooseGoal = () => (
  <FigureTile
    name={definitions.goals.name}
    meaning={definitions.goals.meaning}
    to="/goals"
    action="Choose a goal"
    total="–"
    detail="Choose a goal"
  />
)

type FigureProps = { figure: HomeFigure; week: HomeWeek; isCharted: boolean }

function Figure({ figure: { metric, total, compared }, week, isCharted }: FigureProps) {
  const { name, meaning } = definitions[metric]
  return (
    <FigureTile
      name={name}
      meaning={meaning}
      to={`/?chart=${metric}`}
      isCharted={isCharted}
      total={formatCount(total)}
      detail={detailOf(metric, week)}
      change={compared}
    />
  )
}

function detailOf(metric: HomeFigure['metric'], { figures, amounts }: HomeWeek): string | null {
  if (metric === 'goals') {
    return amounts.length === 0
      ? null
      : amounts.map(({ cents, currency }) => formatMoney(cents, currency)).join(' + ')
  }
  if (metric !== 'clicks') return null
  const totalOf = (of: HomeFigure['metric']) => figures.find((one) => one.metric === of)?.total ?? 0
  const rate = clickRate({ impressions: totalOf('impressions'), clicks: totalOf('clicks') })
  return rate === null ? null : `${formatRate(rate)} of impressions`
}

const impactMeaning =
  'Conversion rate of visitors who can see nudges, compared with the holdout group, over the last 30 days.'

function ImpactTile({ effect }: { effect: Effect }) {
  const [total, detail] = summarize(effect)
  const to = effect.kind === 'no_experiment' ? '/statistics/effect#holdout' : '/statistics/effect'
  return (
    <FigureTile
      name="Impact, 30 days"
      meaning={impactMeaning}
      to={to}
      action="View impact"
      total={total}
      detail={detail}
    />
  )
}

function summarize(effect: Effect): [total: string, detail: string] {
  if (effect.kind === 'no_experiment') return ['–', 'Not measured yet']
  if (effect.kind === 'untrusted') return ['–', 'Group sizes don’t match']
  const { comparison } = effect
  if (comparison.kind !== 'estimate') return ['–', 'Not enough data yet']
  const { value, lower, upper } = comparison.lift
  // A large number would promise what the range doesn't.
  return [
    comparison.isConclusive ? formatLift(value) : 'Not clear yet',
    `${formatLift(lower)} to ${formatLift(upper)}`,
  ]
}

function describeCompared({ compared, zone }: HomeWeek): string {
  if (!compared) return `Days in ${zone}`
  const { current, before } = compared
  return `Changes compare full days (${zone}): ${formatDays(current)} vs. ${formatDays(before)}`
}
