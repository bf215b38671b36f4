/** A breakdown, ranked by the column in the URL, highest first. */
import { Link } from '@remix-run/react'
import type { CSSProperties, ReactNode } from 'react'
import type { ImageSource } from '#app/domain/images/image-url.ts'
import { countedColumns, type Ranking } from '#app/domain/stats/breakdown-choice.ts'
import { clickRateDefinition } from '#app/domain/stats/definitions.ts'
import { isFilterable } from '#app/domain/stats/filter.ts'
import type { TopMember, TopMembers } from '#app/domain/stats/top-members.server.ts'
import { clickRate } from '#app/domain/stats/totals.ts'
import { Sparkline } from '#app/ui/charts/sparkline.tsx'
import { formatCount, formatRate } from '#app/ui/format/format-number.ts'
import { Image } from '#app/ui/image.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { useAddress, useFilterAddress } from './statistics-links.ts'

type RankedTableProps = {
  by: Ranking
  /** Heading of the first column. */
  label: string
  /** The items in the list, for example "pages". */
  of: string
  ranked: TopMembers
  /** The sorted column by day, by member; null: not stored. */
  lines: Record<string, number[]> | null
  /** Shown beside the name of a row. */
  picture?: (row: TopMember) => ReactNode
}

export function RankedTable({ by, label, of, ranked, lines, picture }: RankedTableProps) {
  const { rows, sort, page, hasNext } = ranked
  const columns = countedColumns(by)
  const address = useAddress()
  // The highest value on this page of the list.
  const highest = Math.max(1, ...rows.map(({ totals }) => totals[sort] ?? 0))
  const hasRate = columns.some(({ type }) => type === 'click')
  return (
    <>
      <Table
        caption={`By ${label.toLowerCase()}`}
        columns={[
          { label },
          ...columns.map(({ type, name, meaning }) => ({
            label: name,
            isNumber: true,
            about: meaning,
            ...(columns.length > 1
              ? { sort: { to: address({ sort: type, page: null }), isSorted: type === sort } }
              : {}),
          })),
          ...(hasRate
            ? [
                {
                  label: clickRateDefinition.name,
                  isNumber: true,
                  about: clickRateDefinition.meaning,
                },
              ]
            : []),
        ]}
      >
        {rows.map((row) => (
          <Row key={row.member}>
            <RowHead>
              <div className="ranked">
                <span className="row gap-12">
                  {picture?.(row)}
                  {row.image ? (
                    <Pictured image={row.image} name={row.name} />
                  ) : (
                    <Filtering by={by} of={row.key} name={row.name} />
                  )}
                </span>
                <span
                  className="share-bar"
                  style={{ '--share': (row.totals[sort] ?? 0) / highest } as CSSProperties}
                  aria-hidden
                />
                {lines && <Sparkline values={lines[row.member] ?? []} />}
              </div>
            </RowHead>
            {columns.map((column) => (
              <Cell key={column.type} label={column.name} isNumber>
                {formatCount(row.totals[column.type] ?? 0)}
              </Cell>
            ))}
            {hasRate && (
              <Cell label={clickRateDefinition.name} isNumber>
                {formatRate(
                  clickRate({
                    impressions: row.totals.impression ?? 0,
                    clicks: row.totals.click ?? 0,
                  }),
                )}
              </Cell>
            )}
          </Row>
        ))}
      </Table>
      <Pagination
        first={page > 1 ? address({ page: null }) : null}
        next={hasNext ? address({ page: String(page + 1) }) : null}
        of={of}
      />
    </>
  )
}

type FilteringProps = { by: Ranking; of: string | null | undefined; name: string }

/** A link to its figures by day, where they are stored. */
function Filtering({ by, of, name }: FilteringProps) {
  const address = useFilterAddress()
  if (!of || !isFilterable(by)) return name
  return (
    <Link className="text-link" to={address({ by, key: of })}>
      {name}
    </Link>
  )
}

const Pictured = ({ image, name }: { image: ImageSource; name: string }) => (
  <span className="line gap-8">
    <Image
      source={image}
      width={32}
      height={32}
      alt=""
      className="pictured"
      instead={<span className="pictured" aria-hidden />}
    />
    {name}
  </span>
)
