/** Tables of the kiosk's billing section. */
import { Link } from '@remix-run/react'
import type { KioskBilling } from '#app/presenters/kiosk/billing.server.ts'
import { formatCount } from '#app/ui/format/format-number.ts'
import { formatPrice } from '#app/ui/format/format-price.ts'
import { formatDay } from '#app/lib/days/moment-text.ts'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import { Details } from '#app/ui/details.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { channelNames } from './metrics-tables.tsx'
import { nameOfPlan } from './plan-words.ts'

/** The plan of an organization in the kiosk. */
export const TeamPlanLink = ({ team }: { team: { id: number; name: string } }) => (
  <Link className="text-link" to={`/kiosk/teams/${String(team.id)}/plan`}>
    {team.name}
  </Link>
)

/** Whether these were paid in the moment of their end isn’t known yet, or they can’t go on so far. */
export const UnfinishedEnds = ({ ends }: { ends: KioskBilling['unfinishedEnds'] }) => (
  <Panel>
    <h2 className="part-title">Unfinished ends</h2>
    <p className="part-lead">
      These plans were ended for their debt. If one was paid in that moment, it goes on. Stripe
      hasn’t said so yet, or refuses it. We ask again every ten minutes, and the log has the reason.
    </p>
    <Table
      caption="Unfinished ends of plans"
      columns={[{ label: 'Organization' }, { label: 'Plan' }, { label: 'Since' }]}
    >
      {ends.map(({ id, team, planId, since }) => (
        <Row key={id}>
          <RowHead>
            <TeamPlanLink team={team} />
          </RowHead>
          <Cell label="Plan">{nameOfPlan(planId)}</Cell>
          <Cell label="Since">{formatDateTime(since)}</Cell>
        </Row>
      ))}
    </Table>
  </Panel>
)

export const ChecksTable = ({ checks }: Pick<KioskBilling, 'checks'>) => (
  <Table
    caption="Nightly checks of billing"
    columns={[
      { label: 'Night' },
      { label: 'Checked', isNumber: true },
      { label: 'Repaired', isNumber: true },
      { label: 'Not reached', isNumber: true },
      { label: 'Findings' },
    ]}
  >
    {checks.map(({ night, checked, repaired, failed, isFinished, findings }) => (
      <Row key={night}>
        <RowHead>
          {formatDay(night)}
          {!isFinished && ' (not finished)'}
        </RowHead>
        <Cell label="Checked" isNumber>
          {formatCount(checked)}
        </Cell>
        <Cell label="Repaired" isNumber>
          {formatCount(repaired)}
        </Cell>
        <Cell label="Not reached" isNumber>
          {formatCount(failed)}
        </Cell>
        <Cell label="Findings" isText>
          {findings.length === 0 ? (
            'None'
          ) : (
            <Details summary="Show">
              <ul>
                {findings.map(({ team, changes }, place) => (
                  <li key={`${String(place)} ${changes[0] ?? ''}`}>
                    {team ? <TeamPlanLink team={team} /> : 'A deleted organization'}
                    {': '}
                    {changes.length === 0 ? 'the provider didn’t answer' : changes.join('; ')}
                  </li>
                ))}
              </ul>
            </Details>
          )}
        </Cell>
      </Row>
    ))}
  </Table>
)

export const PurchasesTable = ({ purchases }: Pick<KioskBilling, 'purchases'>) => (
  <Table
    caption="Purchases that wait for their payment"
    columns={[
      { label: 'Organization' },
      { label: 'Item' },
      { label: 'Charged by' },
      { label: 'Price', isNumber: true },
      { label: 'Since' },
    ]}
  >
    {purchases.map(({ id, team, channel, itemId, priceCents, at }) => (
      <Row key={id}>
        <RowHead>
          <TeamPlanLink team={team} />
        </RowHead>
        <Cell label="Item">{itemId}</Cell>
        <Cell label="Charged by">{channelNames[channel]}</Cell>
        <Cell label="Price" isNumber>
          {formatPrice(priceCents)}
        </Cell>
        <Cell label="Since">{formatDateTime(at)}</Cell>
      </Row>
    ))}
  </Table>
)
