/** A table that becomes a list of cards where its box is narrow. */
import { Link } from '@remix-run/react'
import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import { writeOrder, type ListOrder } from '#app/lib/list-order.ts'
import { Tip } from './toasts/tooltip.tsx'

type Heading = {
  label: string
  /** Definition of the column's metric, shown at its heading. */
  about?: string
  /** Where the rows are sorted by it. Absent: they can't be. */
  sort?: Sort
}

type Sort = { to: string; isSorted: boolean; isAscending?: boolean }

export type Column = Heading & {
  isNumber?: boolean
  /** Visually hidden heading, for a column of buttons. */
  isSilent?: boolean
  /** Heading of a second value in the same cells. */
  below?: Heading
}

type TableProps = { caption: string; columns: readonly Column[]; children: ReactNode }

/** More columns need the width of a large screen. */
const mostOfNarrow = 3

// Cards lose their table semantics in browsers; the roles restore them for screen readers.
export const Table = ({ caption, columns, children }: TableProps) => (
  <div className={columns.length > mostOfNarrow ? 'table-box table-box--wide' : 'table-box'}>
    <SortLinks columns={columns} />
    <table className="table" role="table">
      <caption className="visually-hidden">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ below, ...heading }) => (
            <th
              key={heading.label}
              role="columnheader"
              scope="col"
              className={numberClass(heading.isNumber)}
              aria-sort={orderOf(heading.sort) ?? orderOf(below?.sort)}
            >
              <HeadingWords {...heading} />
              {below && (
                <span className="table__below">
                  <HeadingWords {...below} />
                </span>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  </div>
)

const orderOf = (sort: Sort | undefined) =>
  sort?.isSorted ? (sort.isAscending ? 'ascending' : 'descending') : undefined

function HeadingWords({ label, about, sort, isSilent }: Heading & Pick<Column, 'isSilent'>) {
  if (sort) return <SortHeading {...{ label, about, sort }} />
  if (about === undefined) {
    return <span className={isSilent ? 'visually-hidden' : undefined}>{label}</span>
  }
  return (
    <Tip text={about}>
      <button type="button" className="table__about">
        {label}
      </button>
    </Tip>
  )
}

type SortHeadingProps = { label: string; about: string | undefined; sort: Sort }

/** Cards are sorted by links above them: there the label is text for screen readers. */
function SortHeading({ label, about, sort }: SortHeadingProps) {
  const link = (
    <Link className={sortClass(sort)} to={sort.to} preventScrollReset>
      {label}
    </Link>
  )
  return (
    <>
      {about === undefined ? link : <Tip text={about}>{link}</Tip>}
      <span className="table__sort-name">{label}</span>
    </>
  )
}

const sortClass = ({ isSorted, isAscending }: Sort) =>
  `table__sort${isSorted ? (isAscending ? ' table__sort--up' : ' table__sort--down') : ''}`

function SortLinks({ columns }: Pick<TableProps, 'columns'>) {
  const headings = columns
    .flatMap((column) => [column, column.below])
    .flatMap((heading) => (heading?.sort ? [{ label: heading.label, sort: heading.sort }] : []))
  if (headings.length === 0) return null
  return (
    <nav className="table-sorts muted" aria-label="Sort by">
      <span aria-hidden>Sort by</span>
      {headings.map(({ label, sort }) => (
        <Link
          key={label}
          className={sortClass(sort)}
          to={sort.to}
          preventScrollReset
          aria-current={sort.isSorted ? 'true' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

export type SortedList<Key extends string> = {
  path: string
  /** The list's filters, without its page and order. */
  query: URLSearchParams
  /** Null: an order of its own, which no column has. */
  order: ListOrder<Key> | null
}

/**
 * Sorts by a column, and turns the order round where it is sorted by it already.
 *
 * @param isDescending whether the highest, newest or last come first at the first press
 */
export function sortBy<Key extends string>(
  { path, query, order }: SortedList<Key>,
  by: NoInfer<Key>,
  isDescending = false,
): Sort {
  const isSorted = order?.by === by
  const next = writeOrder({ by, isDescending: isSorted ? !order.isDescending : isDescending })
  const to = `${path}?${new URLSearchParams([...query, ['sort', next]]).toString()}`
  return { to, isSorted, isAscending: isSorted && !order.isDescending }
}

type RowProps = ComponentPropsWithoutRef<'tr'>

export const Row = ({ children, ...rest }: RowProps) => (
  <tr role="row" {...rest}>
    {children}
  </tr>
)

/** The row's header cell. */
export const RowHead = ({ children }: { children: ReactNode }) => (
  <th role="rowheader" scope="row" className="table__head">
    {children}
  </th>
)

type CellProps = {
  /** The column's label, shown before the value in the list of cards. */
  label: string
  isNumber?: boolean
  /** A sentence: in the list of cards it gets the whole width. */
  isText?: boolean
  /** The box that selects the row, or its menu: they stay at the card's first line. */
  place?: 'start' | 'end'
  children: ReactNode
}

export const Cell = ({ label, isNumber, isText, place, children }: CellProps) => (
  <td
    role="cell"
    data-label={label}
    className={place ? `table__${place}` : isText ? 'table__text' : numberClass(isNumber)}
  >
    <span className="table__value">{children}</span>
  </td>
)

const numberClass = (isNumber: boolean | undefined) => (isNumber ? 'table__number' : undefined)
