/** The plans next to each other, with what the organization’s last months would have been on each. */
import type { MeteredUnit } from '#app/domain/plans/catalog.ts'
import type {
  ComparedPlan,
  MonthOnPlan,
  PlanComparison,
} from '#app/presenters/billing/compare-plans.ts'
import { countWithNoun, formatUnits } from '#app/ui/format/format-number.ts'
import { formatPrice } from '#app/ui/format/format-price.ts'
import { formatMonth, formatShortDay } from '#app/ui/format/format-time.ts'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'

type PlanCardsProps = {
  comparison: PlanComparison
  /** Plans can be chosen here by this person. */
  mayChoose: boolean
  /** The plan is canceled already: what costs nothing comes after it. */
  isCanceled: boolean
  /** Only plans that cost more than this, in US cents, can be chosen here. Null: no lower bound. */
  above: number | null
}

export function PlanCards({ comparison, mayChoose, isCanceled, above }: PlanCardsProps) {
  const { plans, months, recommended } = comparison
  const best = plans.find(({ id }) => id === recommended)
  return (
    <section id="plans" className="linked-part" aria-labelledby="plans-heading" tabIndex={-1}>
      <Panel>
        <h2 id="plans-heading" className="part-title">
          Plans
        </h2>
        <p className="part-lead">{leadOf({ months, best })}</p>
        <ul className="plans plain-list">
          {plans.map((plan) => (
            <PlanCard
              key={plan.id}
              plan={plan}
              isBest={plan.id === recommended}
              mayChoose={
                mayChoose &&
                !(isCanceled && plan.priceCents === 0) &&
                (above === null || plan.priceCents > above)
              }
            />
          ))}
        </ul>
      </Panel>
    </section>
  )
}

function leadOf({
  months,
  best,
}: Pick<PlanComparison, 'months'> & {
  best: ComparedPlan | undefined
}): string {
  if (months === null) {
    return 'Once you have three full months of usage, each plan shows whether it would have covered them.'
  }
  if (best === undefined) {
    return 'None of these plans covers your last three months and everything you use.'
  }
  return `${best.name} is the cheapest plan that covers your last three months and everything you use.`
}

type PlanCardProps = {
  plan: ComparedPlan
  isBest: boolean
  mayChoose: boolean
}

function PlanCard({ plan, isBest, mayChoose }: PlanCardProps) {
  const { id, name, priceCents, isCurrent, isDiscontinued } = plan
  return (
    <li className={isCurrent ? 'plan plan--current' : 'plan'}>
      <div className="row gap-8">
        <h3 className="part-title">{name}</h3>
        {isCurrent && <Badge tone="success">Your plan</Badge>}
        {isBest && <Badge tone="info">Fits your usage</Badge>}
        {isDiscontinued && <Badge tone="warning">No longer offered</Badge>}
      </div>
      <p className="plan__price numbers">
        {formatPrice(priceCents)} <span>a month</span>
      </p>
      <Includes plan={plan} />
      {plan.months && <Use plan={plan} months={plan.months} />}
      {!isCurrent && plan.pauses.length > 0 && (
        <div>
          <p className="muted prose">Would pause:</p>
          <ul className="points muted prose break-anywhere mt-8">
            {plan.pauses.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
      {mayChoose && !isCurrent && !isDiscontinued && (
        <div className="plan__choose">
          <Button
            url={priceCents === 0 ? '/billing/cancel' : `/billing/plan/${id}`}
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
