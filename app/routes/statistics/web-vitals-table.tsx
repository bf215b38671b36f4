import {
  leastPages,
  formatWebVital,
  webVitalsGroupNames,
  placeWebVital,
  rateWebVital,
  describeWebVitalsComparison,
  webVitalsGroups,
  webVitalsTexts,
  type WebVitalsGroup,
} from '#app/domain/stats/web-vitals-text.ts'
import { webVitalsMetrics, type WebVitalsMetric } from '#app/contract/pixel-events.ts'
import type { MetricWebVitals } from '#app/domain/stats/web-vitals.server.ts'
import type { Percentile } from '#app/domain/events/web-vitals-buckets.ts'
import { Details } from '#app/ui/details.tsx'
import { formatCount } from '#app/ui/format/format-number.ts'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'

const differenceLabel = 'Difference'

/** One row per metric. Groups without page loads have no column. */
export function SpeedTable({ metrics }: { metrics: readonly MetricWebVitals[] }) {
  const groups = webVitalsGroups.filter((group) => metrics.some((metric) => metric.groups[group]))
  const isCompared = metrics.some(({ comparison }) => comparison !== null)
  const columns = [
    { label: 'Metric' },
    ...groups.map((group) => ({ label: webVitalsGroupNames[group], about: groupMeanings[group] })),
    ...(isCompared ? [{ label: differenceLabel, about: differenceMeaning }] : []),
  ]
  return (
    <Table caption="Site speed" columns={columns}>
      {metrics.map(({ metric, groups: found, comparison }) => (
        <Row key={metric}>
          <RowHead>{webVitalsTexts[metric].name}</RowHead>
          {groups.map((group) => (
            <Cell key={group} label={webVitalsGroupNames[group]}>
              <Figure metric={metric} found={found[group]} />
            </Cell>
          ))}
          {isCompared && (
            <Cell label={differenceLabel}>
              {comparison ? describeWebVitalsComparison(metric, comparison) : '–'}
            </Cell>
          )}
        </Row>
      ))}
    </Table>
  )
}

const groupMeanings: Record<WebVitalsGroup, string> = {
  shown: 'Page loads of visitors who can see nudges, whether or not one was shown.',
  holdout: 'Page loads of visitors in the holdout group.',
  none: 'Page loads of all visitors while there was no holdout group or the plan limit was reached.',
}

const differenceMeaning = `Shown once each group has ${String(leastPages)} measured page loads.`

function Figure({ metric, found }: { metric: WebVitalsMetric; found: Percentile | null }) {
  if (!found) return <>–</>
  const rating = rateWebVital(metric, found.value)
  return (
    <>
      <strong>{formatWebVital(metric, found.value)}</strong>
      {rating && ` · ${rating}`}
      <span className="visually-hidden">{' · '}</span>
      <span className="table__below small muted">
        {formatCount(found.pages)} {found.pages === 1 ? 'page load' : 'page loads'}
      </span>
      <Scale place={placeWebVital(metric, found.value)} />
    </>
  )
}

const scaleWidth = 120
/** Colors of what is good, what needs improvement, and what is poor. */
const scaleColors = ['#7cc4a0', '#f2c55c', '#ee9a92']

/** Good, needs improvement, poor, and where the value is. The words beside it say the same. */
const Scale = ({ place }: { place: number | null }) =>
  place !== null && (
    <svg
      className="mt-4"
      aria-hidden
      focusable={false}
      width={scaleWidth}
      height={12}
      viewBox={`0 0 ${String(scaleWidth)} 12`}
    >
      {scaleColors.map((color, index) => (
        <rect
          key={color}
          fill={color}
          x={(index * scaleWidth) / 3}
          y={4}
          width={scaleWidth / 3 - 2}
          height={4}
          rx={2}
        />
      ))}
      <circle
        fill="var(--brand-ink)"
        stroke="#fff"
        strokeWidth={2}
        cx={5 + place * (scaleWidth - 12)}
        cy={6}
        r={5}
      />
    </svg>
  )

export const SpeedMeanings = () => (
  <Details className="mt-12 link-summary" summary="How these metrics are defined">
    <dl className="stack gap-12 m-0 meanings">
      {webVitalsMetrics.map((metric) => {
        const { name, meaning, bounds } = webVitalsTexts[metric]
        return (
          <div key={metric}>
            <dt className="strong">{name}</dt>
            <dd className="m-0 muted prose">
              {meaning}
              {bounds &&
                ` Up to ${formatWebVital(metric, bounds.good)} is good, above ${formatWebVital(metric, bounds.poor)} is poor (Core Web Vitals thresholds).`}
            </dd>
          </div>
        )
      })}
    </dl>
  </Details>
)
