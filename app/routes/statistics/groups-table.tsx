/** Counts of the compared groups: with and without nudges, or the variants of an experiment. */
import type { CSSProperties } from 'react'
import { formatCount, formatRate } from '#app/ui/format/format-number.ts'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'

export type ComparedGroup = { name: string; visitors: number; converters: number }

type GroupsProps = {
  caption: string
  /** Heading for the groups. */
  word: 'Group' | 'Variant'
  /** Definition of a group's visitors, if necessary. */
  about?: string
  groups: readonly ComparedGroup[]
}

export function GroupsTable({ caption, word, about, groups }: GroupsProps) {
  const highest = Math.max(...groups.map((group) => rateOf(group) ?? 0))
  return (
    <Table
      caption={caption}
      columns={[
        { label: word },
        { label: 'Visitors', isNumber: true, ...(about === undefined ? {} : { about }) },
        {
          label: 'Converted visitors',
          isNumber: true,
          about: 'Visitors who reached at least one goal.',
        },
        {
          label: 'Conversion rate',
          isNumber: true,
          about: 'Converted visitors divided by visitors.',
        },
      ]}
    >
      {groups.map(({ name, visitors, converters }) => {
        const rate = rateOf({ visitors, converters })
        return (
          <Row key={name}>
            <RowHead>{name}</RowHead>
            <Cell label="Visitors" isNumber>
              {formatCount(visitors)}
            </Cell>
            <Cell label="Converted visitors" isNumber>
              {formatCount(converters)}
            </Cell>
            <Cell label="Conversion rate" isNumber>
              {rate !== null && highest > 0 && (
                <span
                  className="group-bar"
                  style={{ '--share': rate / highest } as CSSProperties}
                  aria-hidden
                />
              )}
              {formatRate(rate)}
            </Cell>
          </Row>
        )
      })}
    </Table>
  )
}

const rateOf = ({ visitors, converters }: Omit<ComparedGroup, 'name'>) =>
  visitors === 0 ? null : converters / visitors
