/** Counts of the compared groups: with and without nudges, or the variants of an experiment. */
import { formatCount, formatRate } from '#app/ui/format/format-number.ts'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'

export type ComparedGroup = { name: string; visitors: number; converters: number }

type GroupsProps = {
  caption: string
  /** Heading for the groups. */
  word: 'Group' | 'Side'
  /** Definition of a group's visitors, if necessary. */
  about?: string
  groups: readonly ComparedGroup[]
}

export const GroupsTable = ({ caption, word, about, groups }: GroupsProps) => (
  <Table
    caption={caption}
    columns={[
      { label: word },
      { label: 'Visitors', isNumber: true, ...(about === undefined ? {} : { about }) },
      {
        label: 'Reached a goal',
        isNumber: true,
        about: 'Visitors who reached a goal, however many and however often.',
      },
      { label: 'Share', isNumber: true, about: `Of the ${word.toLowerCase()}’s visitors.` },
    ]}
  >
    {groups.map(({ name, visitors, converters }) => (
      <Row key={name}>
        <RowHead>{name}</RowHead>
        <Cell label="Visitors" isNumber>
          {formatCount(visitors)}
        </Cell>
        <Cell label="Reached a goal" isNumber>
          {formatCount(converters)}
        </Cell>
        <Cell label="Share" isNumber>
          {formatRate(visitors === 0 ? null : converters / visitors)}
        </Cell>
      </Row>
    ))}
  </Table>
)
