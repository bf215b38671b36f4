import { formatLift } from '#app/domain/stats/effect/lift-text.ts'
import type { Estimate } from '#app/domain/stats/effect/compare-arms.ts'

const height = 92
const axis = 64

/** Drawing of the interval on a scale with zero. The words beside it say the same. */
export function EffectInterval({ lift: { value, lower, upper } }: { lift: Estimate }) {
  const room = Math.max(upper, 0) - Math.min(lower, 0) || 1
  const from = Math.min(lower, 0) - room * 0.12
  const to = Math.max(upper, 0) + room * 0.12
  const scale = (lift: number) => ((lift - from) / (to - from)) * 100
  const at = (lift: number) => `${String(Math.round(scale(lift) * 10) / 10)}%`
  // Without a direction as long as zero is inside.
  const color =
    lower > 0 ? 'var(--brand-green)' : upper < 0 ? 'var(--p-color-text-critical)' : '#5b6b8c'
  return (
    <svg className="interval" style={{ color }} height={height} aria-hidden focusable={false}>
      <line className="interval__axis" x1="0" x2="100%" y1={axis} y2={axis} />
      {ticksIn(from, to).map((tick) => (
        <g key={tick}>
          <line
            className={tick === 0 ? 'interval__zero' : 'interval__axis'}
            x1={at(tick)}
            x2={at(tick)}
            y1={tick === 0 ? 8 : axis}
            y2={axis + 5}
          />
          <text x={at(tick)} y={axis + 20} textAnchor={anchorAt(scale(tick))}>
            {formatTick(tick)}
          </text>
        </g>
      ))}
      <rect
        className="interval__bar"
        x={at(lower)}
        y="32"
        width={`${String(Math.round((scale(upper) - scale(lower)) * 10) / 10)}%`}
        height="14"
        rx="7"
      />
      <circle className="interval__guess" cx={at(value)} cy="39" r="8" />
      <text
        className={`interval__value${lower > 0 || upper < 0 ? ' interval__value--clear' : ''}`}
        x={at(value)}
        y="20"
        textAnchor={anchorAt(scale(value))}
      >
        {formatLift(value)}
      </text>
    </svg>
  )
}

/** About five round numbers, zero among them. Without d3, which home would load for it. */
function ticksIn(from: number, to: number): number[] {
  const least = (to - from) / 6
  const unit = 10 ** Math.floor(Math.log10(least))
  const step = unit * ([1, 2, 5].find((times) => times * unit >= least) ?? 10)
  const first = Math.ceil(from / step)
  return Array.from(
    { length: Math.floor(to / step) - first + 1 },
    (_one, at) => (first + at) * step,
  )
}

const tickFormat = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })
const formatTick = (tick: number) =>
  `${tick > 0 ? '+' : tick < 0 ? '−' : ''}${tickFormat.format(Math.abs(tick))}`

const anchorAt = (x: number) => (x < 6 ? 'start' : x > 94 ? 'end' : 'middle')
