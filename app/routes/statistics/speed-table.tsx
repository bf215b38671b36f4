import {
  leastPages,
  formatSpeed,
  groupNames,
  rateSpeed,
  sayComparison,
  speedGroups,
  speedWords,
  type SpeedGroup,
} from '#app/domain/stats/speed-words.ts'
import { speedMetrics, type SpeedMetric } from '#app/contract/pixel-events.ts'
import type { MetricSpeed } from '#app/domain/stats/speed.server.ts'
import type { Percentile } from '#app/domain/events/web-vitals-buckets.ts'
import { formatCount } from '#app/ui/figures.ts'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'

const differenceLabel = 'Difference'

/** One row for each figure; a group that has no page at all has no column. */
export function SpeedTable({ metrics }: { metrics: readonly MetricSpeed[] }) {
  const groups = speedGroups.filter((group) => metrics.some((metric) => metric.groups[group]))
  const isCompared = metrics.some(({ comparison }) => comparison !== null)
  const columns = [
    { label: 'Figure' },
    ...groups.map((group) => ({ label: groupNames[group], about: groupMeanings[group] })),
    ...(isCompared ? [{ label: differenceLabel, about: differenceMeaning }] : []),
  ]
  return (
    <Table caption="Speed" columns={columns}>
      {metrics.map(({ metric, groups: found, comparison }) => (
        <Row key={metric}>
          <RowHead>{speedWords[metric].name}</RowHead>
          {groups.map((group) => (
            <Cell key={group} label={groupNames[group]}>
              <Figure metric={metric} found={found[group]} />
            </Cell>
          ))}
          {isCompared && (
            <Cell label={differenceLabel}>
              {comparison ? sayComparison(metric, comparison) : '–'}
            </Cell>
          )}
        </Row>
      ))}
    </Table>
  )
}

const groupMeanings: Record<SpeedGroup, string> = {
  shown: 'Pages of visitors who may get nudges, whether or not one was shown.',
  holdout: 'Pages of visitors who were drawn to get no nudges.',
  none: 'Pages of all visitors while no hold-out was set, or while the plan was used up.',
}

const differenceMeaning = `Told once each group has ${String(leastPages)} measured pages.`

function Figure({ metric, found }: { metric: SpeedMetric; found: Percentile | null }) {
  if (!found) return <>–</>
  const rating = rateSpeed(metric, found.value)
  return (
    <>
      <strong>{formatSpeed(metric, found.value)}</strong>
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
      {speedMetrics.map((metric) => {
        const { name, meaning, bounds } = speedWords[metric]
        return (
          <div key={metric}>
            <dt>{name}</dt>
            <dd>
              {meaning}
              {bounds &&
                ` Up to ${formatSpeed(metric, bounds.good)} is called good, more than ${formatSpeed(metric, bounds.poor)} poor (web vitals).`}
            </dd>
          </div>
        )
      })}
    </dl>
  </details>
)
