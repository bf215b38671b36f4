/** What was counted on both sides of an experiment with a nudge. */
import type { Sides } from '#app/domain/experiment/experiment-effect.ts'
import { formatCount, formatRate } from '#app/ui/figures.ts'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'

const columns = [
  { label: 'Side' },
  {
    ...{ label: 'Visitors', isNumber: true },
    about: 'Visitors of a day, with consent of a month, who were drawn for the side.',
  },
  {
    ...{ label: 'Reached a goal', isNumber: true },
    about: 'Visitors who reached a goal, however many and however often.',
  },
  { label: 'Share', isNumber: true, about: 'Of the side’s visitors.' },
]

type SidesProps = { name: string; names: Record<'a' | 'b', string>; sides: Sides }

export const SidesTable = ({ name, names, sides }: SidesProps) => (
  <Table caption={`Both sides: ${name}`} columns={columns}>
    {(['a', 'b'] as const).map((side) => {
      const { visitors, converters } = sides[side]
      return (
        <Row key={side}>
          <RowHead>{names[side]}</RowHead>
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
      )
    })}
  </Table>
)
