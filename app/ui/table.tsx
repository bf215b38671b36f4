/** A table that becomes a list of cards on narrow screens. */
import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import { Tip } from './toasts/tooltip.tsx'

export type Column = {
  label: string
  isNumber?: boolean
  /** Definition of the column's metric, shown at its heading. */
  about?: string
  /** Visually hidden heading, for a column of buttons. */
  isSilent?: boolean
}

type TableProps = { caption: string; columns: readonly Column[]; children: ReactNode }

// Cards lose their table semantics in browsers; the roles restore them for screen readers.
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
  children: ReactNode
}

export const Cell = ({ label, isNumber, isText, children }: CellProps) => (
  <td role="cell" data-label={label} className={isText ? 'table__text' : numberClass(isNumber)}>
    <span className="table__value">{children}</span>
  </td>
)

const numberClass = (isNumber: boolean | undefined) => (isNumber ? 'table__number' : undefined)
