/** An organization's plan and usage. The specification prescribes the anchors. */
import { Link, useLocation, useNavigate } from '@remix-run/react'
import { useEffect, type ReactNode } from 'react'
import type { MeterReading } from '#app/domain/plans/meter.server.ts'
import { usageLevel } from '#app/domain/plans/usage-level.ts'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import { formatCount, formatUnits } from '#app/ui/format/format-number.ts'
import { Panel } from '#app/ui/panel.tsx'

type Meter = Omit<MeterReading, 'sites'>

/** @param plan the plan's name */
export function Usage({ meter, plan }: { meter: Meter; plan: string }) {
  const { meteredBy, used, allowance, percent, forecast, renewsAt, boost } = meter
  return (
    <Panel>
      <section aria-labelledby="usage-heading">
        <h2 id="usage-heading" className="settings__title">
          This month, all sites in your organization
        </h2>
        <p className="meter__use">
          {allowance === null
            ? formatUnits(used, meteredBy)
            : `${formatCount(used)} of ${formatUnits(allowance, meteredBy)}`}
        </p>
        {percent !== null && (
          <div className="meter__bar" aria-hidden>
            <div
              className={`meter__used meter__used--${usageLevel(percent)}`}
              style={{ width: `${String(Math.min(100, percent))}%` }}
            />
          </div>
        )}
        <ul className="meter__facts">
          <li>
            Your {plan} plan is measured by {meteredBy}
            {allowance === null ? ' and is unlimited.' : `. ${String(percent)}% is used.`}
          </li>
          {boost && (
            <li>
              Includes a boost of {formatCount(boost.units)} until {formatDateTime(boost.expiresAt)}
              .
            </li>
          )}
          <li>
            {forecast === null
              ? 'A forecast appears after the first three days of the month.'
              : `On track for ${formatUnits(forecast, meteredBy)} by the end of the month.`}
          </li>
          <li>Usage resets on {formatDateTime(renewsAt)}.</li>
          <li>
            Bots, previews and the holdout group are never billed. Nothing is billed while nudges
            are paused.
          </li>
        </ul>
      </section>
    </Panel>
  )
}

type SubscriptionProps = {
  meter: Meter
  plan: string
  /** Whom to ask for another plan. Null for the owner. */
  owner: string | null
}

export function Subscription({ meter, plan, owner }: SubscriptionProps) {
  const { meteredBy, allowance, boost } = meter
  return (
    <Part id="/subscription" title="Subscription">
      <dl className="facts">
        <Fact name="Plan">{plan}</Fact>
        <Fact name="Monthly limit">
          {allowance === null
            ? 'Unlimited'
            : `${formatUnits(allowance, meteredBy)}${boost ? ', including the boost' : ''}`}
        </Fact>
      </dl>
      {owner !== null && (
        <p className="settings__lead">Only the owner can change the plan. Ask {owner}.</p>
      )}
    </Part>
  )
}

export function Boosts({ meter: { boost, meteredBy } }: { meter: Meter }) {
  return (
    <Part id="/visitor-boosts" title="Visitor boosts">
      <p className="settings__lead">
        {boost
          ? `${formatCount(boost.units)} more ${meteredBy} per month until ${formatDateTime(boost.expiresAt)}.`
          : 'No active boosts.'}
      </p>
    </Part>
  )
}

/** Shown when the plan has no room for more members. */
export function Upgrade({ teamId, isOwner }: { teamId: number; isOwner: boolean }) {
  return (
    <p className="settings__lead">
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
    <section id={id} className="settings__part" tabIndex={-1}>
      <Panel>
        <h2 className="settings__title">{title}</h2>
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
