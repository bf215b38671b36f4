/** A breakdown, ranked by the column in the URL, highest first. */
import { Link } from '@remix-run/react'
import type { ImageSource } from '#app/domain/images/image-url.ts'
import { countedColumns, type Ranking } from '#app/domain/stats/breakdown-choice.ts'
import { clickRateDefinition } from '#app/domain/stats/definitions.ts'
import type { TopMembers } from '#app/domain/stats/top-members.server.ts'
import { clickRate } from '#app/domain/stats/totals.ts'
import { formatCount, formatRate } from '#app/ui/format/format-number.ts'
import { Image } from '#app/ui/image.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { useAddress } from './statistics-links.ts'

type RankedTableProps = {
  by: Ranking
  /** Heading of the first column. */
  label: string
  /** What the list contains, for example "pages". */
  of: string
  ranked: TopMembers
}

export function RankedTable({ by, label, of, ranked }: RankedTableProps) {
  const { rows, sort, page, hasNext } = ranked
  const columns = countedColumns(by)
  const address = useAddress()
  const hasRate = columns.some(({ type }) => type === 'click')
  return (
    <>
      {columns.length > 1 && (
        <nav className="choices-line" aria-label="Sort by">
          <span aria-hidden>Sort by</span>
          {columns.map(({ type, name }) => (
            <Link
              key={type}
              className="text-link"
              to={address({ sort: type, page: null })}
              preventScrollReset
              {...(type === sort ? { 'aria-current': 'true' } : {})}
            >
              {name}
            </Link>
          ))}
        </nav>
      )}
      <Table
        caption={`By ${label.toLowerCase()}`}
        columns={[
          { label },
          ...columns.map(({ name, meaning }) => ({ label: name, isNumber: true, about: meaning })),
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
        {rows.map(({ member, name, image, totals }) => (
          <Row key={member}>
            <RowHead>{image ? <Pictured image={image} name={name} /> : name}</RowHead>
            {columns.map((column) => (
              <Cell key={column.type} label={column.name} isNumber>
                {formatCount(totals[column.type] ?? 0)}
              </Cell>
            ))}
            {hasRate && (
              <Cell label={clickRateDefinition.name} isNumber>
                {formatRate(
                  clickRate({ impressions: totals.impression ?? 0, clicks: totals.click ?? 0 }),
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

const Pictured = ({ image, name }: { image: ImageSource; name: string }) => (
  <span className="pictured">
    <Image source={image} width={32} height={32} alt="" className="pictured__image" />
    {name}
  </span>
)
