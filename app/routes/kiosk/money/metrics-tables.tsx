/** Tables of the kiosk's metrics. */
import type { BusinessDay, BusinessDays } from '#app/domain/billing/figures/read-days.server.ts'
import { findPlan } from '#app/domain/plans/catalog.ts'
import type { ServiceFigures } from '#app/presenters/kiosk/service-figures.server.ts'
import type { PolicyReport } from '#app/lib/web/policy-reports.ts'
import { formatCount } from '#app/ui/format/format-number.ts'
import { formatPrice } from '#app/ui/format/format-price.ts'
import { formatDay } from '#app/lib/days/moment-text.ts'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { businessFigures, otherFigures, showFigure } from './business-figures.ts'

type ComparisonProps = Pick<BusinessDays, 'monthAgo' | 'yearAgo'> & { newest: BusinessDay }

export function ComparisonTable({ newest, monthAgo, yearAgo }: ComparisonProps) {
  const rows = [
    { label: formatDay(newest.day), row: newest },
    { label: 'A month ago', row: monthAgo },
    { label: 'A year ago', row: yearAgo },
  ]
  return (
    <Table
      caption="Figures compared with a month and a year ago"
      columns={[{ label: 'Metric' }, ...rows.map(({ label }) => ({ label, isNumber: true }))]}
    >
      {businessFigures.map((figure) => (
        <Row key={figure.id}>
          <RowHead>{figure.name}</RowHead>
          {rows.map(({ label, row }) => (
            <Cell key={label} label={label} isNumber>
              {row ? showFigure(figure, row) : '–'}
            </Cell>
          ))}
        </Row>
      ))}
    </Table>
  )
}

export const CurrenciesTable = ({ otherCurrencies }: Pick<BusinessDay, 'otherCurrencies'>) => (
  <Table
    caption="Revenue in other currencies"
    columns={[
      { label: 'Currency' },
      ...otherFigures.map(({ name }) => ({ label: name, isNumber: true })),
    ]}
  >
    {otherCurrencies.map((sums) => (
      <Row key={sums.currency}>
        <RowHead>{sums.currency.toUpperCase()}</RowHead>
        {otherFigures.map(({ name, of }) => (
          <Cell key={name} label={name} isNumber>
            {formatPrice(sums[of], sums.currency)}
          </Cell>
        ))}
      </Row>
    ))}
  </Table>
)

export const channelNames = {
  card: 'Card',
  shopify: 'Shopify',
  wix: 'Wix',
  free: 'No one',
} as const satisfies Record<BusinessDay['perPlan'][number]['channel'], string>

export const PlansTable = ({ perPlan }: Pick<BusinessDay, 'perPlan'>) =>
  perPlan.length === 0 ? (
    <p className="part-lead">No subscriptions yet.</p>
  ) : (
    <Table
      caption="Subscribers per plan and channel"
      columns={[
        { label: 'Plan' },
        { label: 'Charged by' },
        { label: 'Subscribers', isNumber: true },
        { label: 'On trial', isNumber: true },
      ]}
    >
      {perPlan.map(({ planId, channel, subscribers, trialing }) => (
        <Row key={`${channel} ${planId}`}>
          <RowHead>{findPlan(planId)?.name ?? planId}</RowHead>
          <Cell label="Charged by">{channelNames[channel]}</Cell>
          <Cell label="Subscribers" isNumber>
            {formatCount(subscribers)}
          </Cell>
          <Cell label="On trial" isNumber>
            {formatCount(trialing)}
          </Cell>
        </Row>
      ))}
    </Table>
  )

export function ServiceTable({ service }: { service: ServiceFigures }) {
  const { requests, jobs, deliveriesFailed, webhooksFailed, pixels } = service
  const rows: readonly (readonly [name: string, value: string])[] = [
    ['Requests answered', formatCount(requests.all)],
    ['Requests refused (4xx)', formatCount(requests.refused)],
    ['Requests failed (5xx)', formatCount(requests.failed)],
    ['Jobs waiting', jobs ? formatCount(jobs.waiting) : '–'],
    ['Oldest waiting job is late by', jobs ? formatSeconds(jobs.lateSeconds) : '–'],
    ['Jobs that gave up', jobs ? formatCount(jobs.failed) : '–'],
    ['Deliveries refused, last 24 hours', formatCount(deliveriesFailed)],
    ['Webhooks given up, last 24 hours', formatCount(webhooksFailed)],
    ['Sites whose pixel reported, last 24 hours', formatCount(pixels)],
  ]
  return (
    <Table
      caption="The service now"
      columns={[{ label: 'Metric' }, { label: 'Value', isNumber: true }]}
    >
      {rows.map(([name, value]) => (
        <Row key={name}>
          <RowHead>{name}</RowHead>
          <Cell label="Value" isNumber>
            {value}
          </Cell>
        </Row>
      ))}
    </Table>
  )
}

export const PixelTable = ({ versions }: { versions: ServiceFigures['pixelVersions'] }) =>
  versions.length === 0 ? (
    <p className="part-lead">No browser requested it since this process started.</p>
  ) : (
    <Table
      caption="Pixel versions"
      columns={[{ label: 'Version' }, { label: 'Requests', isNumber: true }]}
    >
      {versions.map(({ version, isCurrent, requests }) => (
        <Row key={version ?? ''}>
          <RowHead>
            {version ?? 'Other versions'}
            {isCurrent && ' (current)'}
          </RowHead>
          <Cell label="Requests" isNumber>
            {formatCount(requests)}
          </Cell>
        </Row>
      ))}
    </Table>
  )

export const PolicyTable = ({ reports }: { reports: readonly PolicyReport[] }) =>
  reports.length === 0 ? (
    <p className="part-lead">No browser reported anything.</p>
  ) : (
    <Table
      caption="What the content policy doesn’t allow"
      columns={[
        { label: 'Source' },
        { label: 'Rule' },
        { label: 'Reports', isNumber: true },
        { label: 'Last report' },
      ]}
    >
      {reports.map(({ violation, reports: times, lastAt }) => (
        <Row key={violation ? `${violation.rule} ${violation.source}` : ''}>
          <RowHead>{violation?.source ?? 'Further ones'}</RowHead>
          <Cell label="Rule">{violation?.rule ?? 'Several'}</Cell>
          <Cell label="Reports" isNumber>
            {formatCount(times)}
          </Cell>
          <Cell label="Last report">{formatDateTime(lastAt)}</Cell>
        </Row>
      ))}
    </Table>
  )

/** Up to two minutes in seconds, then in minutes. */
export const formatSeconds = (seconds: number) =>
  seconds < 120 ? `${formatCount(seconds)} s` : `${formatCount(Math.round(seconds / 60))} min`
