/** Tables of an organization's usage. */
import type { MeteredUnit } from '#app/domain/plans/catalog.ts'
import type { MeteredMonth } from '#app/domain/stats/meter-history.server.ts'
import { Empty } from '#app/ui/empty.tsx'
import { formatCount, formatUnits } from '#app/ui/format/format-number.ts'
import { formatMonth } from '#app/ui/format/format-time.ts'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { DownloadLink } from '#app/ui/links/download-link.tsx'

type MeterSitesProps = {
  sites: readonly { uuid: string; name: string; used: number }[]
  /** Usage of sites that this member can't see; null: there are none. */
  usedElsewhere: number | null
  meteredBy: MeteredUnit
}

export function MeterSites({ sites, usedElsewhere, meteredBy }: MeterSitesProps) {
  const label = meteredBy === 'visitors' ? 'Visitors' : 'Impressions'
  return (
    <>
      <h2 className="part-title">Usage by site this month</h2>
      <Table caption="Usage by site" columns={[{ label: 'Site' }, { label, isNumber: true }]}>
        {sites.map(({ uuid, name, used }) => (
          <Row key={uuid}>
            <RowHead>{name}</RowHead>
            <Cell label={label} isNumber>
              {formatCount(used)}
            </Cell>
          </Row>
        ))}
        {usedElsewhere !== null && (
          <Row>
            <RowHead>Other sites in this organization</RowHead>
            <Cell label={label} isNumber>
              {formatCount(usedElsewhere)}
            </Cell>
          </Row>
        )}
      </Table>
    </>
  )
}

const columns = [
  { label: 'Month (UTC)' },
  { label: 'Visitors', isNumber: true },
  { label: 'Impressions', isNumber: true },
  {
    label: 'Limit',
    isNumber: true,
    about: 'Plan limit plus boosts.',
  },
]

type MeterMonthsProps = {
  months: readonly MeteredMonth[]
  /** URL of the same table as a file. */
  file: string
}

export function MeterMonths({ months, file }: MeterMonthsProps) {
  return (
    <>
      <h2 className="part-title">Usage by month</h2>
      {months.length === 0 ? (
        <Empty kind="curve" title="No usage yet">
          <p>Usage appears here with your first visitor.</p>
        </Empty>
      ) : (
        <Table caption="Usage by month" columns={columns}>
          {months.map(({ month, meteredBy, visitors, impressions, allowance }) => (
            <Row key={month}>
              <RowHead>{formatMonth(new Date(month))}</RowHead>
              <Cell label="Visitors" isNumber>
                {formatCount(visitors)}
              </Cell>
              <Cell label="Impressions" isNumber>
                {formatCount(impressions)}
              </Cell>
              <Cell label="Limit" isNumber>
                {allowance === null ? 'Unlimited' : formatUnits(allowance, meteredBy)}
              </Cell>
            </Row>
          ))}
        </Table>
      )}
      {months.length > 0 && (
        <p className="mt-16">
          <DownloadLink to={file}>Download as CSV</DownloadLink>
        </p>
      )}
    </>
  )
}
