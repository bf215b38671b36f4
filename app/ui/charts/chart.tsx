/**
 * A line chart by day, with the previous period. The drawing is only visual: the slider that covers
 * it gives each day's numbers to pointers, touch, keyboards and screen readers, and a table
 * contains all of them.
 */
import {
  useId,
  useRef,
  useState,
  type CSSProperties,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { Details } from '../details.tsx'
import { chartWidth, shapeChart, type ChartShape, type ChartValues } from './chart-shape.ts'
import { ChartNotes, notesOn, type ChartNote } from './chart-notes.tsx'
import { ChartPicture } from './chart-picture.tsx'
import { ChartTip, valueWords } from './chart-tip.tsx'
import { formatCount } from '../format/format-number.ts'
import { formatDay, formatShortDay } from '#app/lib/days/moment-text.ts'
import { Cell, Row, RowHead, Table } from '../table.tsx'

export type ChartLine = { days: readonly string[]; values: ChartValues }

export type ChartProps = {
  /** Name of the counted metric. */
  name: string
  line: ChartLine
  /** With as many days as the line; null: no comparison. */
  before: ChartLine | null
  /** Where the days are counted, in words; UTC by default. */
  zone?: string
  /** The last day isn't over yet. */
  isLastOpen: boolean
  /** Events on the line's days, oldest first. */
  notes?: readonly ChartNote[]
  /** For the drawing as a file. Absent: it isn't offered. */
  picture?: { title: string; fileName: string }
  /** Height of the lines, in pixels. */
  height?: number
  /** Beside the link to the table. */
  children?: ReactNode
}

export function Chart(props: ChartProps) {
  const { name, line, before, isLastOpen, notes = [], picture, height, children } = props
  // Without values in the previous period, a line at zero would suggest that there was data to compare with.
  const drawn = before?.values.some((value) => (value ?? 0) > 0) ? before : null
  const shape = shapeChart(line.values, {
    before: drawn?.values ?? null,
    isLastOpen,
    ...(height === undefined ? {} : { height }),
  })
  const last = line.days.length - 1
  const [chosen, setChosen] = useState(last)
  const [isOpen, setIsOpen] = useState(false)
  const at = Math.min(chosen, last)
  const drawing = useRef<SVGSVGElement>(null)
  const sliderId = useId()
  const noted = line.days.map((day) => notesOn(notes, day))

  const follow = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const share = width === 0 ? 1 : (clientX - left) / width
    setChosen(Math.min(last, Math.max(0, Math.round(share * last))))
    setIsOpen(true)
  }

  return (
    <figure className="chart" style={roomFor(shape)}>
      <figcaption className="row mb-8 muted chart__row">
        <span className="chart__key">{name}</span>
        {drawn && <span className="chart__key chart__key--before">Previous period</span>}
        {isLastOpen && <span className="chart__key chart__key--open">Today so far</span>}
      </figcaption>
      <div
        className="chart__plot"
        onPointerMove={follow}
        onPointerDown={follow}
        onPointerLeave={({ currentTarget }) => {
          setIsOpen(currentTarget.matches(':focus-within'))
        }}
      >
        <Drawing
          drawn={drawing}
          shape={shape}
          line={line}
          before={drawn}
          at={isOpen ? at : null}
          noted={noted.flatMap((texts, index) => (texts.length > 0 ? [index] : []))}
        />
        <label htmlFor={sliderId} className="visually-hidden">
          {name} by day
        </label>
        <input
          id={sliderId}
          className="chart__slider"
          type="range"
          min={0}
          max={last}
          value={at}
          aria-valuetext={[describeDay(props, at), ...(noted[at] ?? [])].join('. ')}
          onFocus={() => {
            setIsOpen(true)
          }}
          onBlur={() => {
            setIsOpen(false)
          }}
          onKeyDown={({ key }) => {
            setIsOpen(key !== 'Escape')
          }}
          onChange={({ currentTarget }) => {
            setChosen(Number(currentTarget.value))
          }}
        />
        {isOpen && (
          <ChartTip
            name={name}
            x={shape.xOf(at)}
            day={dayWords(props, at)}
            value={valueAt(line, at)}
            before={drawn && { day: drawn.days[at] ?? '', value: valueAt(drawn, at) }}
            notes={noted[at] ?? []}
          />
        )}
      </div>
      <ChartNotes notes={notes} />
      <div className="row between mt-12 chart__row">
        <Figures name={name} line={line} before={before} isLastOpen={isLastOpen} />
        <div className="row chart__row">
          {picture && <ChartPicture drawing={() => drawing.current} {...picture} />}
          {children}
        </div>
      </div>
    </figure>
  )
}

type DrawingProps = Pick<ChartProps, 'line' | 'before'> & {
  drawn: RefObject<SVGSVGElement>
  shape: ChartShape
  /** The day that is read; null: none. */
  at: number | null
  /** Days with notes. */
  noted: readonly number[]
}

/** Labels and dots are positioned in percent, so only the paths are stretched. */
function Drawing({ drawn, shape, line, before, at, noted }: DrawingProps) {
  const { ticks, xOf, yOf, height } = shape
  const marked = at ?? line.days.length - 1
  const x = percent(xOf(marked))
  const valueBefore = at === null ? null : (before?.values[at] ?? null)
  const value = valueAt(line, marked)
  return (
    <svg ref={drawn} className="chart__drawing" aria-hidden focusable={false}>
      <Stretched height={height}>
        <path className="chart__area" d={shape.area} />
      </Stretched>
      <g className="chart__axis">
        {ticks.map((tick) => (
          <line key={tick.value} x1="0" x2="100%" y1={top + tick.y} y2={top + tick.y} />
        ))}
      </g>
      <Stretched height={height}>
        {shape.lineBefore !== null && (
          <path className="chart__line chart__line--before" d={shape.lineBefore} />
        )}
        <path className="chart__line" d={shape.line} />
        {shape.lineOpen !== null && (
          <path className="chart__line chart__line--open" d={shape.lineOpen} />
        )}
      </Stretched>
      <Labels shape={shape} days={line.days} />
      {noted.map((index) => (
        <g key={index} className="chart__mark">
          <line x1={percent(xOf(index))} x2={percent(xOf(index))} y1={top} y2={top + height} />
          <circle cx={percent(xOf(index))} cy={top + height} r="4" />
        </g>
      ))}
      {at !== null && <line className="chart__cursor" x1={x} x2={x} y1={top} y2={top + height} />}
      {valueBefore !== null && (
        <circle
          className="chart__dot chart__dot--before"
          cx={x}
          cy={top + yOf(valueBefore)}
          r="4"
        />
      )}
      {value !== null && <circle className="chart__dot" cx={x} cy={top + yOf(value)} r="5" />}
    </svg>
  )
}

/** The ticks' numbers are left of the lines, so neither covers the other. */
const Labels = ({
  shape: { ticks, named, xOf, height },
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
        y={top + height + 20}
        textAnchor={anchorAt(xOf(index))}
      >
        {formatShortDay(days[index] ?? '')}
      </text>
    ))}
  </g>
)

const Stretched = ({ height, children }: { height: number; children: ReactNode }) => (
  <svg
    y={top}
    width="100%"
    height={height}
    viewBox={`0 0 ${String(chartWidth)} ${String(height)}`}
    preserveAspectRatio="none"
    overflow="visible"
  >
    {children}
  </svg>
)

/** All numbers as a table, to read and copy. */
const Figures = ({ name, line, before, isLastOpen, zone = 'UTC' }: ChartProps) => (
  <Details className="link-summary" summary="Show as table">
    <Table
      caption={`${name} by day`}
      columns={[
        { label: `Day (${zone})` },
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
            {valueWords(valueAt(line, at))}
          </Cell>
          {before && <Cell label="Previous period">{formatDay(before.days[at] ?? day)}</Cell>}
          {before && (
            <Cell label={`${name} then`} isNumber>
              {valueWords(valueAt(before, at))}
            </Cell>
          )}
        </Row>
      ))}
    </Table>
  </Details>
)

function describeDay(props: ChartProps, at: number): string {
  const { name, line, before } = props
  const now = `${name} on ${dayWords(props, at)}: ${valueWords(valueAt(line, at))}`
  const then = before?.days[at]
  if (!before || then === undefined) return now
  return `${now}. Previous period (${formatDay(then)}): ${valueWords(valueAt(before, at))}`
}

/** Null: the day has no number. */
const valueAt = ({ values }: ChartLine, at: number): number | null => {
  const value = values[at]
  return value === undefined ? 0 : value
}

function dayWords({ line, isLastOpen }: ChartProps, at: number): string {
  const day = line.days[at]
  if (day === undefined) return ''
  return isLastOpen && at === line.days.length - 1 ? `${formatDay(day)} (so far)` : formatDay(day)
}

/** Half the height of the highest tick's number. */
const top = 18

/** For chart.css: the height of the lines, and the characters of the longest number beside them. */
const roomFor = ({ height, ticks }: ChartShape) =>
  ({
    '--line-height': `${String(height)}px`,
    '--tick-length': Math.max(...ticks.map(({ value }) => formatCount(value).length)),
  }) as CSSProperties

const percent = (value: number) => `${String(value)}%`
const anchorAt = (x: number) => (x < 5 ? 'start' : x > 95 ? 'end' : 'middle')
