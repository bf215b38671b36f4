/** The plans next to each other, with what the organization’s last months would have been on each. */
import type { MeteredUnit } from '#app/domain/plans/catalog.ts'
import type {
  ComparedPlan,
  MonthOnPlan,
  PlanComparison,
} from '#app/presenters/billing/compare-plans.ts'
import { recentDays } from '#app/presenters/billing/recent-use.ts'
import { countWithNoun, formatCount, formatUnits } from '#app/ui/format/format-number.ts'
import { formatPrice } from '#app/ui/format/format-price.ts'
import { formatShortDay } from '#app/lib/days/moment-text.ts'
import { formatMonth } from '#app/ui/format/format-time.ts'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'

export type Sale = {
  /** Plans can be chosen here by this person. */
  mayChoose: boolean
  /** The plan is canceled already: what costs nothing comes after it. */
  isCanceled: boolean
  /** Only plans that cost more than this, in US cents, can be chosen here. Null: no lower bound. */
  above: number | null
}

/** Whether this person can choose the plan here. */
export const isForSale = (
  { isCurrent, isDiscontinued, priceCents }: ComparedPlan,
  { mayChoose, isCanceled, above }: Sale,
): boolean =>
  mayChoose &&
  !isCurrent &&
  !isDiscontinued &&
  !(isCanceled && priceCents === 0) &&
  (above === null || priceCents > above)

/** The screen of a plan, before it is chosen. Leaving for a free one is canceling. */
export const choosePath = ({ id, priceCents }: ComparedPlan): string =>
  priceCents === 0 ? '/billing/cancel' : `/billing/plan/${id}`

export function PlanCards({ comparison, sale }: { comparison: PlanComparison; sale: Sale }) {
  const { plans, months, recommended } = comparison
  return (
    <section id="plans" className="linked-part" aria-labelledby="plans-heading" tabIndex={-1}>
      <Panel>
        <h2 id="plans-heading" className="part-title">
          Plans
        </h2>
        {months === null && (
          <p className="part-lead">
            Once you have three full months of usage, each plan also shows whether it would have
            covered them.
          </p>
        )}
        <ul className="plans plain-list">
          {plans.map((plan) => (
            <PlanCard
              key={plan.id}
              plan={plan}
              isBest={plan.id === recommended}
              mayChoose={isForSale(plan, sale)}
            />
          ))}
        </ul>
      </Panel>
    </section>
  )
}

type PlanCardProps = {
  plan: ComparedPlan
  isBest: boolean
  mayChoose: boolean
}

function PlanCard({ plan, isBest, mayChoose }: PlanCardProps) {
  const { name, audience, priceCents, isCurrent, isDiscontinued } = plan
  return (
    <li className={isCurrent ? 'plan plan--current' : 'plan'}>
      <div className="row gap-8">
        <h3 className="part-title">{name}</h3>
        {isCurrent && <Badge tone="success">Your plan</Badge>}
        {isBest && <Badge tone="info">Fits your usage</Badge>}
        {isDiscontinued && <Badge tone="warning">No longer offered</Badge>}
      </div>
      <p className="muted prose">{audience}</p>
      <p className="plan__price numbers">
        {formatPrice(priceCents)} <span>a month</span>
      </p>
      <Includes plan={plan} />
      <Recent plan={plan} />
      {plan.months && <Use plan={plan} months={plan.months} />}
      {!isCurrent && plan.pauses.length > 0 && (
        <div>
          <p className="muted prose">Would pause:</p>
          <ul className="bullets muted prose break-anywhere mt-8">
            {plan.pauses.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
      {mayChoose && (
        <div className="plan__choose">
          <Button
            url={choosePath(plan)}
            fullWidth
            {...(isBest ? { variant: 'primary' as const } : {})}
          >
            {`Choose ${name}`}
          </Button>
        </div>
      )}
    </li>
  )
}

function Includes({ plan }: { plan: ComparedPlan }) {
  const { limit, meteredBy, reviewsLimit, extras } = plan
  return (
    <ul className="plan__includes plain-list stack gap-6 prose">
      <li>
        {limit === null ? `Unlimited ${meteredBy}` : `${formatUnits(limit, meteredBy)} a month`}
      </li>
      <li>{countWithNoun(reviewsLimit, 'review')} per nudge</li>
      {extras.map(({ name, isIncluded }) => (
        <li key={name} className={isIncluded ? undefined : 'muted'}>
          {!isIncluded && <span className="visually-hidden">Not included: </span>}
          {name}
        </li>
      ))}
    </ul>
  )
}

/** The last 30 days on the plan. Nothing where they show nothing. */
function Recent({ plan: { recent, limit } }: { plan: ComparedPlan }) {
  const { used, meteredBy, outcome, gap } = recent
  if (outcome === 'unknown') return null
  const units = limit === null ? formatUnits(used, meteredBy) : formatCount(used)
  const of = limit === null ? '' : ` of ${formatUnits(limit, meteredBy)}`
  return (
    <dl className="plan__use plan__months stack gap-6 muted prose m-0">
      <div>
        <dt>Last {recentDays} days</dt>
        <dd className="numbers">{units + of}</dd>
      </div>
      <div>
        <dt>{gap === null ? 'Result' : 'Result (estimate)'}</dt>
        <dd className={outcome === 'reached' ? 'bad' : undefined}>
          {outcome === 'reached' ? 'Limit reached' : 'Covered'}
        </dd>
      </div>
    </dl>
  )
}

function Use({ plan, months }: { plan: ComparedPlan; months: readonly MonthOnPlan[] }) {
  const hasProjected = months.some(({ isProjected }) => isProjected)
  return (
    <div className="plan__use stack gap-6">
      <h4 className="strong">Your last three months</h4>
      <dl className="plan__months stack gap-6 muted prose m-0">
        {months.map((one) => (
          <div key={one.month}>
            <dt>{formatMonth(new Date(one.month))}</dt>
            <dd className={one.outcome === 'reached' ? 'bad' : undefined}>{describeMonth(one)}</dd>
          </div>
        ))}
        <div>
          <dt>Would have cost</dt>
          <dd>{formatPrice(plan.billedCents ?? 0)}</dd>
        </div>
      </dl>
      {hasProjected && (
        <p className="muted prose">
          Nudges were paused for a part of these months, so their usage is an estimate.
        </p>
      )}
    </div>
  )
}

function describeMonth({ outcome, reachedOn, isProjected }: MonthOnPlan): string {
  if (outcome === 'unknown') return 'Not enough data'
  if (outcome === 'covered') return isProjected ? 'Covered (estimate)' : 'Covered'
  return reachedOn === null ? 'Limit reached' : `Limit reached on ${formatShortDay(reachedOn)}`
}

/** A plan, as its screen compares it with another. */
export type ShownPlan = {
  priceCents: number
  meteredBy: MeteredUnit
  /** Null: unlimited. */
  limit: number | null
  reviewsLimit: number
}

export const priceWords = ({ priceCents }: ShownPlan) => `${formatPrice(priceCents)} a month`
export const limitWords = ({ limit, meteredBy }: ShownPlan) =>
  limit === null ? `Unlimited ${meteredBy}` : formatUnits(limit, meteredBy)
export const reviewsWords = ({ reviewsLimit }: ShownPlan) => String(reviewsLimit)

type ComparedProps = {
  of: (plan: ShownPlan) => string
  plan: ShownPlan
  /** The plan to switch from. Null: there is none. */
  current: ShownPlan | null
  /** Its value, where it isn't that of the catalog. */
  today?: string | null
}

/** A value of the plan, with today's where it differs. */
export function Compared({ of, plan, current, today: paid }: ComparedProps) {
  const [next, today] = [of(plan), current && (paid ?? of(current))]
  if (today === null || today === next) return next
  return `${next} (now ${today.charAt(0).toLowerCase()}${today.slice(1)})`
}
