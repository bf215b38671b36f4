/** An organization's plan and usage. The specification prescribes the anchors. */
import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { MeterReading } from '#app/domain/plans/meter.server.ts'
import { formatDateTime } from '#app/ui/format/format-time.ts'
import { formatCount, formatUnits } from '#app/ui/format/format-number.ts'
import { Panel } from '#app/ui/panel.tsx'

type Meter = MeterReading & { planName: string }

/** @param meter null for people who can't see payment */
export function Subscription({ meter, owner }: { meter: Meter | null; owner: string | null }) {
  return (
    <Part id="/subscription" title="Subscription">
      {meter ? (
        <Use meter={meter} />
      ) : (
        <p className="settings__lead">
          Only the owner can see the plan.{owner && ` Ask ${owner}.`}
        </p>
      )}
    </Part>
  )
}

function Use({ meter }: { meter: Meter }) {
  const { planName, meteredBy, used, allowance, percent, forecast, renewsAt, sites } = meter
  const counted = sites.filter((site) => site.used > 0)
  return (
    <>
      <dl className="facts">
        <Fact name="Plan">{planName}</Fact>
        <Fact name="Used this month">
          {allowance === null
            ? `${formatUnits(used, meteredBy)}, unlimited`
            : `${formatCount(used)} of ${formatUnits(allowance, meteredBy)}`}
          {percent !== null && ` (${String(percent)}%)`}
        </Fact>
        <Fact name="Forecast for this month">
          {forecast === null ? 'Needs three days of data' : formatUnits(forecast, meteredBy)}
        </Fact>
        <Fact name="Resets on">{formatDateTime(renewsAt)}</Fact>
      </dl>
      {meter.isLimitReached && (
        <p className="settings__lead">Plan limit reached. Nudges are paused until usage resets.</p>
      )}
      {counted.length > 1 && (
        <ul className="settings__split">
          {counted.map((site) => (
            <li key={site.uuid}>
              {site.name}: {formatCount(site.used)}
            </li>
          ))}
        </ul>
      )}
    </>
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

export const AddOns = () => (
  <Part id="/add-ons" title="Add-ons">
    <p className="settings__lead">No add-ons.</p>
  </Part>
)

/** Shown when the plan has no room for more members. */
export function Upgrade({ teamId, isOwner }: { teamId: number; isOwner: boolean }) {
  return (
    <p className="settings__lead">
      Your current plan doesn’t allow more members.{' '}
      <Link className="text-link" to={`/settings/teams/${String(teamId)}#/subscription`}>
        {isOwner ? 'Upgrade the plan' : 'Ask the owner to upgrade the plan'}
      </Link>
      .
    </p>
  )
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
