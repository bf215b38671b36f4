/**
 * A line chart by day, with the previous period. The drawing is only visual: a slider below it
 * provides each day's numbers to keyboards, touch and screen readers, and a table contains all of
 * them.
 */
import { useId, useState, type CSSProperties, type PointerEvent, type ReactNode } from 'react'
import { chartHeight, chartWidth, shapeChart, type ChartShape } from './chart-shape.ts'
import { formatCount } from '../format/format-number.ts'
import { formatDay, formatShortDay } from '../format/format-time.ts'
import { Cell, Row, RowHead, Table } from '../table.tsx'

export type ChartLine = { days: readonly string[]; values: readonly number[] }

type ChartProps = {
  /** What is counted. */
  name: string
  line: ChartLine
  /** With as many days as the line; null: no comparison. */
  before: ChartLine | null
  /** The last day isn't over yet. */
  isLastOpen: boolean
}

export function Chart({ name, line, before, isLastOpen }: ChartProps) {
  const shape = shapeChart(line.values, { before: before?.values ?? null, isLastOpen })
  const last = line.days.length - 1
  const [chosen, setChosen] = useState(last)
  const at = Math.min(chosen, last)
  const sliderId = useId()
  const description = describeDay({ name, line, before, isLastOpen }, at)

  const follow = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const share = width === 0 ? 1 : (clientX - left) / width
    setChosen(Math.min(last, Math.max(0, Math.round(share * last))))
  }

  return (
    <figure className="chart" style={roomForTicks(shape)}>
      <figcaption className="chart__legend">
        <span className="chart__key">{name}</span>
        {before && <span className="chart__key chart__key--before">Previous period</span>}
      </figcaption>
      <div className="chart__plot" onPointerMove={follow} onPointerDown={follow}>
        <Drawing shape={shape} line={line} before={before} at={at} />
      </div>
      <div className="chart__slider">
        <label htmlFor={sliderId} className="visually-hidden">
          {name} by day
        </label>
        <input
          id={sliderId}
          type="range"
          min={0}
          max={last}
          value={at}
          aria-valuetext={description}
          onChange={({ currentTarget }) => {
            setChosen(Number(currentTarget.value))
          }}
        />
        <p className="chart__said" aria-hidden>
          {description}
        </p>
      </div>
      <Figures name={name} line={line} before={before} isLastOpen={isLastOpen} />
    </figure>
  )
}

type DrawingProps = Pick<ChartProps, 'line' | 'before'> & { shape: ChartShape; at: number }

/** Labels and dots are positioned in percent, so that only the paths are stretched. */
function Drawing({ shape, line, before, at }: DrawingProps) {
  const { ticks, xOf, yOf } = shape
  const x = percent(xOf(at))
  const [value, valueBefore] = [line.values[at] ?? 0, before?.values[at]]
  return (
    <svg className="chart__drawing" aria-hidden focusable={false}>
      <Stretched>
        <path className="chart__area" d={shape.area} />
      </Stretched>
      <g className="chart__axis">
        {ticks.map((tick) => (
          <line key={tick.value} x1="0" x2="100%" y1={top + tick.y} y2={top + tick.y} />
        ))}
      </g>
      <Stretched>
        {shape.lineBefore !== null && (
          <path className="chart__line chart__line--before" d={shape.lineBefore} />
        )}
        <path className="chart__line" d={shape.line} />
        {shape.lineOpen !== null && (
          <path className="chart__line chart__line--open" d={shape.lineOpen} />
        )}
      </Stretched>
      <Labels shape={shape} days={line.days} />
      <line className="chart__cursor" x1={x} x2={x} y1={top} y2={top + chartHeight} />
      {valueBefore !== undefined && (
        <circle
          className="chart__dot chart__dot--before"
          cx={x}
          cy={top + yOf(valueBefore)}
          r="4"
        />
      )}
      <circle className="chart__dot" cx={x} cy={top + yOf(value)} r="5" />
    </svg>
  )
}

/** The ticks' numbers stand left of the lines, so that neither covers the other. */
const Labels = ({
  shape: { ticks, named, xOf },
  days,
}: {
  shape: ChartShape
  days: readonly string[]
}) => (
  <g className="chart__axis">
    {ticks.map((tick) => (
      <text key={tick.value} x="-8" y={top + tick.y + 4} textAnchor="end">
        {formatCount(tick.value)}
      </text>
    ))}
    {named.map((index) => (
      <text
        key={index}
        x={percent(xOf(index))}
        y={top + chartHeight + 20}
        textAnchor={anchorAt(xOf(index))}
      >
        {formatShortDay(days[index] ?? '')}
      </text>
    ))}
  </g>
)

const Stretched = ({ children }: { children: ReactNode }) => (
  <svg
    y={top}
    width="100%"
    height={chartHeight}
    viewBox={`0 0 ${String(chartWidth)} ${String(chartHeight)}`}
    preserveAspectRatio="none"
    overflow="visible"
  >
    {children}
  </svg>
)

/** All numbers as a table, to read and copy. */
const Figures = ({ name, line, before, isLastOpen }: ChartProps) => (
  <details className="chart__table">
    <summary>Show as table</summary>
    <Table
      caption={`${name} by day`}
      columns={[
        { label: 'Day (UTC)' },
        { label: name, isNumber: true },
        ...(before
          ? [{ label: 'Previous period' }, { label: `${name} then`, isNumber: true }]
          : []),
      ]}
    >
      {line.days.map((day, at) => (
        <Row key={day}>
          <RowHead>
            {formatDay(day)}
            {isLastOpen && at === line.days.length - 1 && ' (so far)'}
          </RowHead>
          <Cell label={name} isNumber>
            {formatCount(line.values[at] ?? 0)}
          </Cell>
          {before && <Cell label="Previous period">{formatDay(before.days[at] ?? day)}</Cell>}
          {before && (
            <Cell label={`${name} then`} isNumber>
              {formatCount(before.values[at] ?? 0)}
            </Cell>
          )}
        </Row>
      ))}
    </Table>
  </details>
)

function describeDay({ name, line, before, isLastOpen }: ChartProps, at: number): string {
  const soFar = isLastOpen && at === line.days.length - 1 ? ' (so far)' : ''
  const dayAt = line.days[at]
  const day = dayAt === undefined ? '' : formatDay(dayAt)
  const now = `${name} on ${day}${soFar}: ${formatCount(line.values[at] ?? 0)}`
  const then = before?.days[at]
  if (before === null || then === undefined) return now
  return `${now}. Previous period (${formatDay(then)}): ${formatCount(before.values[at] ?? 0)}`
}

/** Half the height of the highest tick's number. */
const top = 18

/** For chart.css: the characters of the longest number beside the lines. */
const roomForTicks = ({ ticks }: ChartShape) =>
  ({
    '--tick-length': Math.max(...ticks.map(({ value }) => formatCount(value).length)),
  }) as CSSProperties

const percent = (value: number) => `${String(value)}%`
const anchorAt = (x: number) => (x < 5 ? 'start' : x > 95 ? 'end' : 'middle')
