import type { RevenueEffect } from '#app/domain/stats/effect/read-revenue.server.ts'
import { describeRevenue } from '#app/domain/stats/effect/revenue-text.ts'
import { siteGroups, type GroupLabels } from '#app/domain/stats/effect/effect-text.ts'
import { type Looks } from '#app/domain/stats/effect/lift-text.ts'
import { EffectInterval } from '#app/ui/charts/effect-interval.tsx'
import { formatMoney } from '#app/ui/format/format-number.ts'

type RevenueAnswerProps = {
  revenue: RevenueEffect | null
  /** Names of the compared groups. Absent: with and without nudges. */
  groups?: GroupLabels
  /** One: no more is claimed than its range. */
  looks?: Looks
}

/** The effect on revenue per visitor, next to the one on conversions. */
export function RevenueAnswer({ revenue, groups = siteGroups, looks = 'any' }: RevenueAnswerProps) {
  const { answer, sentences } = describeRevenue(revenue, groups, looks)
  const estimate = revenue?.comparison.kind === 'estimate' ? revenue.comparison : null
  return (
    <section aria-label="Revenue per visitor" className="prose effect">
      {/* Bold once the range excludes zero. */}
      <p className={estimate?.isConclusive && looks === 'any' ? 'strong' : undefined}>{answer}</p>
      {revenue && estimate && (
        <>
          <EffectInterval lift={estimate.lift} />
          <p className="muted numbers">
            {format(estimate.means.shown, revenue.currency)} per visitor, compared with{' '}
            {format(estimate.means.holdout, revenue.currency)}
          </p>
        </>
      )}
      {sentences.map((sentence) => (
        <p key={sentence} className="muted small">
          {sentence}
        </p>
      ))}
    </section>
  )
}

const format = (amount: number, currency: string) => formatMoney(Math.round(amount * 100), currency)
