/** How an organization came to its plan, and what its members did. */
import type { KioskTeam } from '#app/presenters/kiosk/team.server.ts'
import { formatDate, formatDateTime } from '#app/ui/format/format-time.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { channelNames } from './money/metrics-tables.tsx'
import { actorWords, nameOfPlan, stateWords } from './money/plan-words.ts'

export const TeamHistory = ({ team }: { team: KioskTeam }) => (
  <>
    <Panel>
      <h2 className="part-title">Subscriptions</h2>
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
    </Panel>
    <Panel>
      <h2 className="part-title">Plan changes</h2>
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
    </Panel>
    <Panel>
      <h2 className="part-title">Member actions</h2>
      {team.audit.length === 0 ? (
        <p>None yet.</p>
      ) : (
        <ol className="rows">
          {team.audit.map(({ id, at, sentence }) => (
            <li key={id} className="rows__row">
              <p className="rows__words">{sentence}</p>
              <p className="rows__detail">{formatDateTime(at)}</p>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  </>
)

function endOf({ planEndsAt, endedAt }: KioskTeam['subscriptions'][number]): string {
  if (endedAt) return ` on ${formatDate(endedAt)}`
  return planEndsAt ? `, until ${formatDate(planEndsAt)}` : ''
}
