/** What was counted in groups that are compared: those of the hold-out, or both sides of an experiment. */
import { formatCount, formatRate } from '#app/ui/format-number.ts'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'

export type ComparedGroup = { name: string; visitors: number; converters: number }

type GroupsProps = {
  caption: string
  /** What a group is called here. */
  word: 'Group' | 'Side'
  /** Who is a visitor of a group, where that needs a word. */
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
        ...{ label: 'Reached a goal', isNumber: true },
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
