/** Something that opens in place. Works without a script, and with the browser's own find on page. */
import type { ReactNode } from 'react'

type DetailsProps = {
  /** Always there. A press on it opens and closes the rest. */
  summary: ReactNode
  className?: string
  /** As wide as its place and as high as a row of a list. */
  isRow?: boolean
  isOpen?: boolean
  /** Only one with the same name is open. */
  group?: string
  children: ReactNode
}

export const Details = (props: DetailsProps) => {
  const { summary, className, isRow = false, isOpen = false, group, children } = props
  const classes = ['details', isRow ? 'details--row' : null, className]
  return (
    <details
      className={classes.filter((one) => one).join(' ')}
      open={isOpen}
      {...(group === undefined ? {} : { name: group })}
    >
      <summary>{summary}</summary>
      {children}
    </details>
  )
}
