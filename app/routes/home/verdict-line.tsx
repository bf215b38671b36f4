import { Link } from '@remix-run/react'
import type { CSSProperties } from 'react'
import type { Estimate } from '#app/domain/stats/effect/compare-arms.ts'
import { formatLift, looksSentences } from '#app/domain/stats/effect/lift-text.ts'
import type { Days } from '#app/lib/days/counted-days.ts'
import type { HomeFigures } from '#app/presenters/home/home.server.ts'
import { datedBy, datesOf } from '#app/ui/charts/dated.ts'
import { formatDays } from '#app/lib/days/moment-text.ts'

type VerdictLineProps = Pick<HomeFigures, 'verdict' | 'verdictDays' | 'isMeasured'>

const tones = { more: 'good', fewer: 'bad', unclear: '' } as const

/** The answer, its range and what is missing. Only an answer that excludes zero is bold and in color. */
export function VerdictLine({ verdict, verdictDays, isMeasured }: VerdictLineProps) {
  const { kind, answer, lift, note, revenue } = verdict
  return (
    <div className="mb-12" {...(verdictDays ? datesOf(verdictDays) : {})}>
      <p className="row verdict__words">
        <span className={`verdict__answer ${tones[kind]}`} {...datedBy(verdictDays)}>
          {answer}
        </span>
        {lift && <Range lift={lift} days={verdictDays} />}
        {note !== null && <span className="muted">{note}</span>}
      </p>
      {revenue && (
        <p className="row verdict__words">
          <span>
            Revenue per visitor:{' '}
            <span className={tones[revenue.kind]} {...datedBy(verdictDays)}>
              {revenue.answer}
            </span>
          </span>
          <Range lift={revenue.lift} days={verdictDays} />
        </p>
      )}
      <p>
        <Link
          className="text-link"
          to={isMeasured ? '/statistics/effect' : '/statistics/effect#holdout'}
        >
          {isMeasured ? 'View impact' : 'Set up a holdout group'}
        </Link>
      </p>
      {verdictDays && (
        <p className="muted small">
          Since the holdout group began or last changed: {formatDays(verdictDays)}.
          {lift && ` ${looksSentences.any}`}
        </p>
      )}
    </div>
  )
}

type RangeProps = { lift: Estimate; days: Days | null }

/** A scale from end to end, with the estimate and zero. */
function Range({ lift: { value, lower, upper }, days }: RangeProps) {
  const room = upper - lower || 1
  const at = (lift: number) => `${String(Math.round(((lift - lower) / room) * 1000) / 10)}%`
  return (
    <span className="line gap-8 numbers" {...datedBy(days)}>
      <span>
        <span className="visually-hidden">Between </span>
        {formatLift(lower)}
      </span>
      <span
        className="verdict__scale"
        style={{ '--estimate': at(value), '--zero': at(0) } as CSSProperties}
        aria-hidden
      >
        {lower < 0 && upper > 0 && <span className="verdict__zero" />}
        <span className="verdict__estimate" />
      </span>
      <span>
        <span className="visually-hidden"> and </span>
        {formatLift(upper)}
      </span>
    </span>
  )
}
