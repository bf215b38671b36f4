/** How an organization came to its plan, and what its members and staff did: the newest of each. */
import type { KioskTeam } from '#app/presenters/kiosk/team.server.ts'
import { formatDate, formatDateTime } from '#app/ui/format/format-time.ts'
import { Details } from '#app/ui/details.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { ActList } from './act-list.tsx'
import { channelNames } from './money/metrics-tables.tsx'
import { actorWords, nameOfPlan, stateWords } from './money/plan-words.ts'

export const TeamHistory = ({ team }: { team: KioskTeam }) => (
  <>
    <Details isRow summary="Subscriptions">
      {team.subscriptions.length === 0 ? (
        <p>None.</p>
      ) : (
        <Table
          caption="Subscriptions"
          columns={[
            { label: 'Plan' },
            { label: 'Channel' },
            { label: 'Status' },
            { label: 'Began' },
          ]}
        >
          {team.subscriptions.map((subscription) => (
            <Row key={subscription.id}>
              <RowHead>{nameOfPlan(subscription.planId)}</RowHead>
              <Cell label="Channel">{channelNames[subscription.channel]}</Cell>
              <Cell label="Status">
                {stateWords[subscription.state]}
                {endOf(subscription)}
              </Cell>
              <Cell label="Began">{formatDate(subscription.createdAt)}</Cell>
            </Row>
          ))}
        </Table>
      )}
    </Details>
    <Details isRow summary="Plan changes">
      {team.planChanges.length === 0 ? (
        <p>None.</p>
      ) : (
        <Table
          caption="Plan changes"
          columns={[{ label: 'Plan' }, { label: 'By' }, { label: 'Reason' }, { label: 'When' }]}
        >
          {team.planChanges.map(({ id, fromPlan, toPlan, actor, reason, at }) => (
            <Row key={id}>
              <RowHead>
                {nameOfPlan(fromPlan)} → {nameOfPlan(toPlan)}
              </RowHead>
              <Cell label="By">{actorWords(actor)}</Cell>
              <Cell label="Reason" isText>
                {reason}
              </Cell>
              <Cell label="When">{formatDateTime(at)}</Cell>
            </Row>
          ))}
        </Table>
      )}
    </Details>
    <Details isRow summary="Member actions">
      {team.audit.length === 0 ? (
        <p>None yet.</p>
      ) : (
        <ol className="rows">
          {team.audit.map(({ id, at, sentence }) => (
            <li key={id} className="rows__row">
              <p className="rows__words">{sentence}</p>
              <p className="muted">{formatDateTime(at)}</p>
            </li>
          ))}
        </ol>
      )}
    </Details>
    <Details isRow isOpen summary="Staff actions">
      {team.acts.length === 0 ? <p>None yet.</p> : <ActList entries={team.acts} />}
    </Details>
  </>
)

function endOf({ planEndsAt, endedAt }: KioskTeam['subscriptions'][number]): string {
  if (endedAt) return ` on ${formatDate(endedAt)}`
  return planEndsAt ? `, until ${formatDate(planEndsAt)}` : ''
}
