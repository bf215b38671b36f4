/** An organization in one glance: who, plan, money, sites, and everything that is wrong. */
import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { KioskTeam } from '#app/presenters/kiosk/team.server.ts'
import { formatAmounts } from '#app/lib/money.ts'
import { countWithNoun, formatCount, formatUnits } from '#app/ui/format/format-number.ts'
import { formatPrice } from '#app/ui/format/format-price.ts'
import { formatDate } from '#app/ui/format/format-time.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { memberCount } from './team-parts.tsx'
import { channelNames } from './money/metrics-tables.tsx'
import { nameOfPlan, stateWords, subscriptionWords } from './money/plan-words.ts'

type Props = { team: KioskTeam; now: Date }

export const TeamGlance = ({ team, now }: Props) => (
  <Panel>
    <section aria-labelledby="issues-heading">
      <h2 id="issues-heading" className="part-title">
        {team.issues.length === 0 ? 'Nothing is wrong' : 'Needs attention'}
      </h2>
      {team.issues.length > 0 && (
        <ul className="bullets stack gap-6 prose break-anywhere mt-8">
          {team.issues.map(({ sentence, to }) => (
            <li key={sentence}>
              <Link className="text-link" to={to}>
                {sentence}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
    <dl className="kiosk-glance break-anywhere">
      <Part name="Owner">
        <Owner team={team} />
      </Part>
      <Part name="Plan">
        <Plan team={team} />
      </Part>
      <Part name="Money">
        <Money money={team.money} />
      </Part>
      <Part name="Sites">
        <Sites sites={team.sites} now={now} />
      </Part>
    </dl>
  </Panel>
)

const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="muted">{name}</dt>
    <dd className="stack gap-6 m-0">{children}</dd>
  </div>
)

const Owner = ({ team: { owner, members, createdAt } }: { team: KioskTeam }) => (
  <>
    {owner ? (
      <>
        <Link className="text-link" to={`/kiosk/users/${String(owner.id)}`}>
          {owner.name}
        </Link>
        <span>{owner.email}</span>
      </>
    ) : (
      <span>None</span>
    )}
    <span className="muted">
      {memberCount(members.length)}, since {formatDate(createdAt)}
    </span>
  </>
)

function Plan({ team: { planName, suspendedAt, usage, money } }: { team: KioskTeam }) {
  const { used, allowance, percent, meteredBy } = usage
  const { subscription, trialEndsAt } = money
  return (
    <>
      <span className="row gap-8">
        <strong>{planName}</strong>
        {suspendedAt && <Badge tone="critical">Suspended</Badge>}
        {subscription && (
          <Badge tone={toneOf(subscription.state)}>{stateWords[subscription.state]}</Badge>
        )}
        {!subscription && trialEndsAt && (
          <Badge tone="info">{`Trial until ${formatDate(trialEndsAt)}`}</Badge>
        )}
      </span>
      <span className="numbers">
        {allowance === null
          ? `${formatUnits(used, meteredBy)} this month, no limit`
          : `${formatCount(used)} of ${formatUnits(allowance, meteredBy)} this month (${String(percent)}%)`}
      </span>
    </>
  )
}

type Subscription = NonNullable<KioskTeam['money']['subscription']>

function toneOf(state: Subscription['state']): 'success' | 'attention' | 'critical' | 'info' {
  if (state === 'active') return 'success'
  if (state === 'past_due') return 'critical'
  return state === 'trialing' ? 'info' : 'attention'
}

function Money({ money: { channel, subscription, openPayment, paid } }: Pick<KioskTeam, 'money'>) {
  return (
    <>
      <span className="numbers">
        {paid.length === 0 ? 'Nothing paid so far' : `${formatAmounts(paid)} paid so far`}
      </span>
      {openPayment && (
        <span className="numbers bad">
          {`${formatPrice(openPayment.cents, openPayment.currency)} unpaid for ${nameOfPlan(openPayment.planId)}`}
        </span>
      )}
      {subscription && (
        <span className="muted numbers">
          {`${subscriptionWords(subscription)}${payerWords(channel)}${nextWords(subscription)}`}
        </span>
      )}
    </>
  )
}

/** Empty: plans can't be bought here, so no one charges. */
const payerWords = (channel: KioskTeam['money']['channel']): string =>
  channel === 'free'
    ? ''
    : `, ${channel === 'card' ? 'by card' : `through ${channelNames[channel]}`}`

/** Empty: no day is set. */
function nextWords({ state, currentPeriodEndsAt, planEndsAt }: Subscription): string {
  if (state === 'active' && currentPeriodEndsAt)
    return `, renews ${formatDate(currentPeriodEndsAt)}`
  return planEndsAt ? `, ends ${formatDate(planEndsAt)}` : ''
}

/** More are in the table below. */
const shownSites = 4

const Sites = ({ sites, now }: { sites: KioskTeam['sites']; now: Date }) => (
  <>
    {sites.length === 0 && <span>None</span>}
    {sites.slice(0, shownSites).map(({ id, name, pixelSeenAt, pausedAt }) => (
      <span key={id}>
        {name}{' '}
        <span className="muted">
          {pixelSeenAt ? (
            <>
              reported <RelativeTime at={pixelSeenAt} now={now} />
            </>
          ) : (
            'never reported'
          )}
          {pausedAt && ', paused'}
        </span>
      </span>
    ))}
    {sites.length > shownSites && (
      <Link className="text-link" to="#sites">
        {`And ${countWithNoun(sites.length - shownSites, 'site')} more`}
      </Link>
    )}
  </>
)
