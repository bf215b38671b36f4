/** A table that turns into a list of cards where it would not fit. */
import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import { Tip } from './tooltip.tsx'

export type Column = {
  label: string
  isNumber?: boolean
  /** What the figures of the column mean; shown at the heading. */
  about?: string
  /** Read aloud, and not drawn: a column of buttons. */
  isSilent?: boolean
}

type TableProps = { caption: string; columns: readonly Column[]; children: ReactNode }

// Cards are no table to a browser any more: the roles keep rows and cells for those who can't see.
export const Table = ({ caption, columns, children }: TableProps) => (
  <table className="table" role="table">
    <caption className="visually-hidden">{caption}</caption>
    <thead role="rowgroup">
      <tr role="row">
        {columns.map(({ label, isNumber, about, isSilent }) => (
          <th key={label} role="columnheader" scope="col" className={numberClass(isNumber)}>
            {about === undefined ? (
              <span className={isSilent ? 'visually-hidden' : undefined}>{label}</span>
            ) : (
              <Tip text={about}>
                <button type="button" className="table__about">
                  {label}
                </button>
              </Tip>
            )}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">{children}</tbody>
  </table>
)

type RowProps = ComponentPropsWithoutRef<'tr'>

export const Row = ({ children, ...rest }: RowProps) => (
  <tr role="row" {...rest}>
    {children}
  </tr>
)

/** The cell that names its row. */
export const RowHead = ({ children }: { children: ReactNode }) => (
  <th role="rowheader" scope="row" className="table__head">
    {children}
  </th>
)

type CellProps = {
  /** That of its column: it stands before the value where the table is a list. */
  label: string
  isNumber?: boolean
  children: ReactNode
}

export const Cell = ({ label, isNumber, children }: CellProps) => (
  <td role="cell" data-label={label} className={numberClass(isNumber)}>
    <span className="table__value">{children}</span>
  </td>
)

const numberClass = (isNumber: boolean | undefined) => (isNumber ? 'table__number' : undefined)
