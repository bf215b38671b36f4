/** Facts and history of an organization's plan, as staff see them. */
import { allCouponWords } from '#app/domain/billing/discounts.ts'
import type { KioskTeamPlan } from '#app/presenters/kiosk/team-plan.server.ts'
import { formatPrice } from '#app/ui/format/format-price.ts'
import { formatUnits } from '#app/ui/format/format-number.ts'
import { formatDate, formatDateTime } from '#app/ui/format/format-time.ts'
import { Cell, Row, RowHead, Table } from '#app/ui/table.tsx'
import { channelNames } from './metrics-tables.tsx'
import { actorWords, nameOfPlan, siteBoostWords, subscriptionWords } from './plan-words.ts'

export function TeamPlanFacts({ team }: { team: KioskTeamPlan }) {
  const { subscription, openPayment, boost, siteBoosts, trialEndsAt, planLimit, meteredBy } = team
  const { seats } = team
  return (
    <dl className="facts">
      <Fact name="Plan">{nameOfPlan(team.planId)}</Fact>
      <Fact name="Charged by">{channelNames[team.channel]}</Fact>
      <Fact name="Monthly limit">
        {planLimit === null ? 'Unlimited' : formatUnits(planLimit, meteredBy)}
      </Fact>
      {seats.members !== null && <Fact name="Members">{`Up to ${String(seats.members)}`}</Fact>}
      {seats.sites !== null && <Fact name="Sites">{`Up to ${String(seats.sites)}`}</Fact>}
      <Fact name="Boost">
        {boost ? `${formatUnits(boost.units, meteredBy)} until ${formatDate(boost.until)}` : 'None'}
      </Fact>
      {siteBoosts.map((ofSite) => (
        <Fact key={ofSite.uuid} name="Boost for one site">
          {siteBoostWords(ofSite, meteredBy)}
        </Fact>
      ))}
      <Fact name="Trial without subscription">
        {trialEndsAt ? `Until ${formatDate(trialEndsAt)}` : 'None'}
      </Fact>
      <Fact name="Subscription">{subscription ? subscriptionWords(subscription) : 'None'}</Fact>
      {openPayment && (
        <Fact name="Unpaid">
          {`${formatPrice(openPayment.cents, openPayment.currency)} for ${nameOfPlan(openPayment.planId)}`}
        </Fact>
      )}
      {subscription?.discount && (
        <Fact name="Discount">{allCouponWords(subscription.discount, subscription.currency)}</Fact>
      )}
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

export const ChangesTable = ({ changes }: Pick<KioskTeamPlan, 'changes'>) => (
  <Table
    caption="Plan changes"
    columns={[{ label: 'Plan' }, { label: 'When' }, { label: 'By' }, { label: 'Reason' }]}
  >
    {changes.map(({ id, at, actor, name, from, to, reason }) => (
      <Row key={id}>
        <RowHead>
          {nameOfPlan(from)} → {nameOfPlan(to)}
        </RowHead>
        <Cell label="When">{formatDateTime(at)}</Cell>
        <Cell label="By">{name ?? actorWords(actor)}</Cell>
        <Cell label="Reason" isText>
          {reason}
        </Cell>
      </Row>
    ))}
  </Table>
)
