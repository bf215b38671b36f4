/** Each nudge with what held it back most, and what to do about it. */
import { Link } from '@remix-run/react'
import type { NudgeOutcomes } from '#app/presenters/why-not-shown/nudges-not-shown.server.ts'
import { formatCount, formatRate } from '#app/ui/format/format-number.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { useAddress } from './statistics-links.ts'

export function NudgeOutcomesTable({ nudges }: { nudges: readonly NudgeOutcomes[] }) {
  const address = useAddress()
  return (
    <Panel>
      <h2 className="part-title">By nudge</h2>
      <p className="part-lead">
        What held each nudge back most often. Reasons that pages report for all nudges together are
        only in the table above.
      </p>
      <Table caption="By nudge" columns={columns}>
        {nudges.map(({ uuid, name, evaluations, shown, main }) => (
          <Row key={uuid}>
            <RowHead>
              <Link className="text-link" to={address({ nudge: uuid })}>
                {name}
              </Link>
            </RowHead>
            <Cell label="Shown" isNumber>
              {formatRate(shown / evaluations)}
            </Cell>
            <Cell label="Checks" isNumber>
              {formatCount(evaluations)}
            </Cell>
            <Cell label="Main reason" isText>
              {main ? `${main.name} (${formatCount(main.times)})` : 'Never held back'}
            </Cell>
            <Cell label="What to do" isText>
              {main ? (
                <>
                  {main.sentence}{' '}
                  {main.fix && (
                    <Link className="text-link" to={main.fix.to}>
                      {main.fix.label}
                      <span className="visually-hidden">: {name}</span>
                    </Link>
                  )}
                </>
              ) : (
                'Nothing'
              )}
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  )
}

const columns = [
  { label: 'Nudge' },
  { label: 'Shown', isNumber: true, about: 'Share of the checks of this nudge.' },
  { label: 'Checks', isNumber: true },
  { label: 'Main reason' },
  { label: 'What to do' },
]
