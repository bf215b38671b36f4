import type { Estimate } from '#app/domain/stats/effect/compare-arms.ts'
import { formatRate } from '#app/ui/format/format-number.ts'

/** Drawing of the interval relative to zero. The sentences below say the same. */
export function EffectInterval({ lift }: { lift: Estimate }) {
  const reach = Math.max(Math.abs(lift.lower), Math.abs(lift.upper)) * 1.4 || 1
  const at = (value: number) => `${String(Math.round(500 + (value / reach) * 500) / 10)}%`
  const share = Math.round(((lift.upper - lift.lower) / reach) * 500) / 10
  const width = `${String(share)}%`
  // Next to a short bar there is more room for the numbers than below it.
  const [before, after] = share < 35 ? (['end', 'start'] as const) : (['start', 'end'] as const)
  return (
    <svg className="interval" aria-hidden focusable={false}>
      <text x="50%" y="14" textAnchor="middle">
        no difference
      </text>
      <line className="interval__zero" x1="50%" x2="50%" y1="20" y2="56" />
      <rect className="interval__bar" x={at(lift.lower)} y="30" width={width} height="12" rx="6" />
      <circle className="interval__guess" cx={at(lift.value)} cy="36" r="7" />
      <text x={at(lift.lower)} y="64" textAnchor={before}>
        {signed(lift.lower)}
      </text>
      <text x={at(lift.upper)} y="64" textAnchor={after}>
        {signed(lift.upper)}
      </text>
    </svg>
  )
}

const signed = (lift: number) => `${lift < 0 ? '−' : '+'}${formatRate(Math.abs(lift))}`
