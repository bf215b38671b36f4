/** Each nudge with what held it back most, and what to do about it. */
import { Link } from '@remix-run/react'
import type { NudgeOutcomes } from '#app/presenters/why-not-shown/nudges-not-shown.server.ts'
import { formatCount, formatRate } from '#app/ui/format/format-number.ts'
import { Panel } from '#app/ui/panel.tsx'
import { SiteLink } from '#app/ui/links/site-link.tsx'
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
        {nudges.map(({ uuid, name, surface, evaluations, shown, main }) => (
          <Row key={uuid}>
            <RowHead>
              <Link className="text-link" to={address({ nudge: uuid })}>
                {name}
              </Link>{' '}
              <span className="muted small">{surfaces[surface]}</span>
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
                    <SiteLink to={main.fix.to}>
                      {main.fix.label}
                      <span className="visually-hidden">: {name}</span>
                    </SiteLink>
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

/** Two nudges can have one name. */
const surfaces = { popup: 'Popup', inline: 'Inline', push: 'Push' } as const

const columns = [
  { label: 'Nudge' },
  { label: 'Shown', isNumber: true, about: 'Share of the checks of this nudge.' },
  { label: 'Checks', isNumber: true },
  { label: 'Main reason' },
  { label: 'What to do' },
]
