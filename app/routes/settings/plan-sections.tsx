/** An organization's plan and usage. The specification prescribes the anchors. */
import { Form, Link, useLocation, useNavigate } from '@remix-run/react'
import { useEffect, type ComponentProps, type ReactNode } from 'react'
import { BoostOffers } from '#app/ui/billing/boost-offers.tsx'
import { GateLink, plansPath } from '#app/ui/billing/gate-link.tsx'
import type { ShownMeter } from '#app/ui/billing/plan-usage.tsx'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import { formatCount, formatUnits } from '#app/ui/format/format-number.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'

type SubscriptionProps = {
  meter: ShownMeter
  plan: string
  /** State of what is paid, for the owner. */
  status: string | null
  /** Whom to ask for another plan. Null for the owner. */
  owner: string | null
  teamId: number
  /** Plans are chosen for the current organization. */
  isCurrent: boolean
}

export function Subscription(props: SubscriptionProps) {
  const { meter, plan, status, owner, teamId, isCurrent } = props
  const { meteredBy, allowance, boost } = meter
  return (
    <Part id="/subscription" title="Subscription">
      <dl className="facts">
        <Fact name="Plan">{plan}</Fact>
        {status !== null && <Fact name="Status">{status}</Fact>}
        <Fact name="Monthly limit">
          {allowance === null
            ? 'Unlimited'
            : `${formatUnits(allowance, meteredBy)}${boost ? ', including the boost' : ''}`}
        </Fact>
      </dl>
      {owner === null ? (
        <div className="mt-16">
          <ToBilling teamId={teamId} isCurrent={isCurrent} />
        </div>
      ) : (
        <p className="muted prose mt-4">Only the owner can change the plan. Ask {owner}.</p>
      )}
    </Part>
  )
}

const toBilling = 'Plans, payments and invoices'

/** Billing is about the current organization: another one becomes it first. */
const ToBilling = ({ teamId, isCurrent }: Pick<SubscriptionProps, 'teamId' | 'isCurrent'>) =>
  isCurrent ? (
    <GateLink label={toBilling} />
  ) : (
    <Form method="post" action="/settings/current">
      <input type="hidden" name="team" value={teamId} />
      <input type="hidden" name="to" value={plansPath} />
      <Button submit>{toBilling}</Button>
    </Form>
  )

type BoostsProps = {
  meter: ShownMeter
  sites: ComponentProps<typeof BoostOffers>['sites']
  /** Those to buy. Null: this person buys nothing. */
  offers: ComponentProps<typeof BoostOffers>['offers'] | null
  operation: string
  answer: ComponentProps<typeof BoostOffers>['answer']
}

export function Boosts({ meter, sites, offers, operation, answer }: BoostsProps) {
  const { boost, siteBoosts, meteredBy, allowance } = meter
  return (
    <Part id="/visitor-boosts" title="Visitor boosts">
      {(boost !== null || siteBoosts.length === 0) && (
        <p className="part-lead">
          {boost
            ? `${formatCount(boost.units)} more ${meteredBy} per month until ${formatDateTime(boost.expiresAt)}.`
            : 'No active boosts.'}
        </p>
      )}
      {siteBoosts.length > 0 && (
        <ul className="stack gap-4 bullets mt-12 muted prose break-anywhere">
          {siteBoosts.map(({ uuid, name, used, units, expiresAt }) => (
            <li key={uuid}>
              {name}: {formatCount(used)} of {formatUnits(units, meteredBy)} of its own boost used
              this month, until {formatDateTime(expiresAt)}.
            </li>
          ))}
        </ul>
      )}
      {offers !== null &&
        (offers.length > 0 ? (
          <>
            <p className="part-lead">
              A boost raises the monthly limit, and isn’t renewed.
              {sites.length > 1 &&
                ' A boost for one site applies to it alone, once your organization’s limit is reached.'}
            </p>
            <div>
              <BoostOffers {...{ offers, sites, meteredBy, operation, answer }} />
            </div>
          </>
        ) : (
          <p className="part-lead">
            {allowance === null
              ? 'Your plan is unlimited, so you need none.'
              : 'Boosts can’t be bought here.'}
          </p>
        ))}
    </Part>
  )
}

export const PausedNow = ({ pauses }: { pauses: readonly string[] }) => (
  <Panel>
    <h2 className="part-title">Paused by your plan</h2>
    <p className="part-lead">Nothing is deleted. All of it continues on a plan that includes it.</p>
    <ul className="stack gap-4 bullets mt-12 muted prose break-anywhere">
      {pauses.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  </Panel>
)

/** Shown when the plan has no room for more members. */
export function Upgrade({ teamId, isOwner }: { teamId: number; isOwner: boolean }) {
  return (
    <p className="part-lead">
      Your current plan doesn’t allow more members.{' '}
      <Link className="text-link" to={`/settings/teams/${String(teamId)}/plan#/subscription`}>
        {isOwner ? 'Upgrade the plan' : 'Ask the owner to upgrade the plan'}
      </Link>
      .
    </p>
  )
}

/** Parts that the specification addresses on an organization's first screen. */
const planAnchors = ['#/subscription', '#/visitor-boosts', '#/add-ons']

/** Opens plan and usage for those addresses. Browsers keep anchors to themselves, so no server can. */
export function usePlanAnchors(teamId: number): void {
  const { hash } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (!planAnchors.includes(hash)) return
    navigate(`/settings/teams/${String(teamId)}/plan${hash}`, { replace: true })
  }, [hash, navigate, teamId])
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className="linked-part" tabIndex={-1}>
      <Panel>
        <h2 className="part-title">{title}</h2>
        {children}
      </Panel>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
