import {
  leastPages,
  formatWebVital,
  webVitalsGroupNames,
  rateWebVital,
  describeWebVitalsComparison,
  webVitalsGroups,
  webVitalsTexts,
  type WebVitalsGroup,
} from '#app/domain/stats/web-vitals-text.ts'
import { webVitalsMetrics, type WebVitalsMetric } from '#app/contract/pixel-events.ts'
import type { MetricWebVitals } from '#app/domain/stats/web-vitals.server.ts'
import type { Percentile } from '#app/domain/events/web-vitals-buckets.ts'
import { formatCount } from '#app/ui/format/format-number.ts'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'

const differenceLabel = 'Difference'

/** One row per metric. Groups without page loads have no column. */
export function SpeedTable({ metrics }: { metrics: readonly MetricWebVitals[] }) {
  const groups = webVitalsGroups.filter((group) => metrics.some((metric) => metric.groups[group]))
  const isCompared = metrics.some(({ comparison }) => comparison !== null)
  const columns = [
    { label: 'Figure' },
    ...groups.map((group) => ({ label: webVitalsGroupNames[group], about: groupMeanings[group] })),
    ...(isCompared ? [{ label: differenceLabel, about: differenceMeaning }] : []),
  ]
  return (
    <Table caption="Speed" columns={columns}>
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
  shown: 'Pages of visitors who may get nudges, whether or not one was shown.',
  holdout: 'Pages of visitors who were drawn to get no nudges.',
  none: 'Pages of all visitors while no hold-out was set, or while the plan was used up.',
}

const differenceMeaning = `Told once each group has ${String(leastPages)} measured pages.`

function Figure({ metric, found }: { metric: WebVitalsMetric; found: Percentile | null }) {
  if (!found) return <>–</>
  const rating = rateWebVital(metric, found.value)
  return (
    <>
      <strong>{formatWebVital(metric, found.value)}</strong>
      {rating && ` · ${rating}`}
      <span className="figure__change">
        {' '}
        of {formatCount(found.pages)} {found.pages === 1 ? 'page' : 'pages'}
      </span>
    </>
  )
}

export const SpeedMeanings = () => (
  <details className="meanings">
    <summary>What these figures mean</summary>
    <dl>
      {webVitalsMetrics.map((metric) => {
        const { name, meaning, bounds } = webVitalsTexts[metric]
        return (
          <div key={metric}>
            <dt>{name}</dt>
            <dd>
              {meaning}
              {bounds &&
                ` Up to ${formatWebVital(metric, bounds.good)} is called good, more than ${formatWebVital(metric, bounds.poor)} poor (web vitals).`}
            </dd>
          </div>
        )
      })}
    </dl>
  </details>
)
