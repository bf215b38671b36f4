/** Whether nudges helped, the figures of the chosen days, and the curve of one of them. */
import { Link, useSearchParams } from '@remix-run/react'
import { lazy, memo, Suspense } from 'react'
import {
  definitions,
  ordersDefinition,
  revenueDefinition,
  type Definition,
} from '#app/domain/stats/definitions.ts'
import { clickRate } from '#app/domain/stats/totals.ts'
import type { HomeFigures } from '#app/presenters/home/home.server.ts'
import {
  homeLengths,
  readHomeMetric,
  type HomeLength,
  type HomeMetric,
} from '#app/presenters/home/home-metrics.ts'
import type { HomeFigure, HomePeriod } from '#app/presenters/home/period.server.ts'
import { FigureTile, FigureTiles } from '#app/ui/charts/figure-tiles.tsx'
import { formatCount, formatMoney, formatRate } from '#app/ui/format/format-number.ts'
import { formatDays } from '#app/lib/days/moment-text.ts'
import { HomePanel } from './home-panel.tsx'
import { VerdictLine } from './verdict-line.tsx'

// Loaded after the screen answers: the server has drawn it already.
const Chart = lazy(async () => ({ default: (await import('#app/ui/charts/chart.tsx')).Chart }))

/** Lower than in Statistics: the curve is only an overview here. */
const lineHeight = 140

type AnswerPanelProps = Pick<HomeFigures, 'verdict' | 'verdictDays' | 'isMeasured'> & {
  period: HomePeriod
  /** How many goals the site has, and how many that no order reaches. */
  goals: { all: number; other: number }
}

export function AnswerPanel({ period, goals, ...answer }: AnswerPanelProps) {
  const [query] = useSearchParams()
  const figures = chooseFigures(period, goals)
  const wanted = readHomeMetric(query.get('chart'))
  const charted = figures.find(({ metric }) => metric === wanted) ?? figures[0]
  return (
    <div className="home-answer">
      <HomePanel
        id="answer-heading"
        title="Did it help?"
        beside={<Lengths length={period.length} />}
      >
        <VerdictLine {...answer} />
        <FigureTiles>
          {figures.map((figure) => (
            <Figure
              key={figure.metric}
              figure={figure}
              period={period}
              isCharted={figure === charted}
            />
          ))}
          {goals.all === 0 && <ChooseGoal />}
        </FigureTiles>
        <div className="home-curve">{charted && <Curve {...charted} zone={period.zone} />}</div>
        <p className="muted small">
          {formatDays(period.range)}, days in {period.zone}. Changes compare with the{' '}
          {String(period.length)} days before, up to the same hour.
        </p>
      </HomePanel>
    </div>
  )
}

/** Conversions are orders once more where no other goal exists. */
function chooseFigures({ figures, hasOrders }: HomePeriod, goals: AnswerPanelProps['goals']) {
  return figures.filter(({ metric }) => {
    if (metric === 'orders' || metric === 'revenue') return hasOrders
    if (metric === 'goals') return hasOrders ? goals.other > 0 : goals.all > 0
    return true
  })
}

/** The figures are of these days. */
const Lengths = ({ length }: { length: HomeLength }) => (
  <nav aria-label="Period" className="line gap-12 small home-lengths">
    {homeLengths.map((one) => (
      <Link
        key={one}
        className="text-link"
        to={`/?days=${String(one)}`}
        preventScrollReset
        replace
        {...(one === length ? { 'aria-current': 'true' as const } : {})}
      >
        Last {String(one)} days
      </Link>
    ))}
  </nav>
)

const definitionOf = (metric: HomeMetric): Definition =>
  metric === 'orders'
    ? ordersDefinition
    : metric === 'revenue'
      ? revenueDefinition
      : definitions[metric]

/**
 * Keeps what the server has drawn while the panel renders again: React drops it when it has to
 * render the boundary before the chart's script has arrived.
 */
const Curve = memo(function Curve({
  metric,
  currency,
  line,
  lineBefore,
  zone,
}: HomeFigure & Pick<HomePeriod, 'zone'>) {
  const { name } = definitionOf(metric)
  return (
    <Suspense>
      <Chart
        name={currency === null ? name : `${name} (${currency})`}
        line={line}
        before={lineBefore}
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
    period={null}
    to="/goals"
    action="Choose a goal"
    total="–"
    detail="Choose a goal"
  />
)

type FigureProps = { figure: HomeFigure; period: HomePeriod; isCharted: boolean }

function Figure({ figure, period, isCharted }: FigureProps) {
  const { metric, total, before, currency } = figure
  return (
    <FigureTile
      {...definitionOf(metric)}
      period={figure.period}
      to={`/?days=${String(period.length)}&chart=${metric}`}
      isCharted={isCharted}
      total={format(total, currency)}
      detail={detailOf(figure, period)}
      change={{ total, before }}
      isBrief
    />
  )
}

const format = (total: number, currency: string | null) =>
  currency === null ? formatCount(total) : formatMoney(Math.round(total * 100), currency)

function detailOf({ metric, others }: HomeFigure, { figures, amounts }: HomePeriod): string | null {
  if (metric === 'revenue') return others.map((one) => format(one.total, one.currency)).join(', ')
  if (metric === 'goals') {
    return amounts.map(({ cents, currency }) => formatMoney(cents, currency)).join(', ')
  }
  if (metric !== 'clicks') return null
  const totalOf = (of: HomeMetric) => figures.find((one) => one.metric === of)?.total ?? 0
  const rate = clickRate({ impressions: totalOf('impressions'), clicks: totalOf('clicks') })
  return rate === null ? null : `${formatRate(rate)} of impressions`
}
