/**
 * The course of a row's count, each with its own scale. Only for the eye: the row's link leads to
 * the chart with all numbers.
 */

const width = 96
const height = 28

export function Sparkline({ values }: { values: readonly number[] }) {
  const most = Math.max(1, ...values)
  const step = values.length > 1 ? width / (values.length - 1) : 0
  const points = values.map(
    (value, at) =>
      `${String(round(at * step))},${String(round(height - 2 - (value / most) * (height - 4)))}`,
  )
  // A single day has no course: a line across says so.
  const drawn =
    points.length === 1
      ? `0,${String(height / 2)} ${String(width)},${String(height / 2)}`
      : points.join(' ')
  return (
    <svg
      className="sparkline"
      aria-hidden
      focusable={false}
      width={width}
      height={height}
      viewBox={`0 0 ${String(width)} ${String(height)}`}
    >
      <polyline points={drawn} />
    </svg>
  )
}

const round = (value: number) => Math.round(value * 10) / 10
