/** Geometry of a line chart: paths, ticks and labels. Safe in the browser. */
import { scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'

/** Width of the drawing in its own units, stretched to the available width. */
export const chartWidth = 1000
/** Height of the lines, in pixels. */
export const usualHeight = 200

export type ChartShape = {
  /** Height of the lines, in pixels. */
  height: number
  /** Ticks of the vertical axis, from 0. */
  ticks: { value: number; y: number }[]
  /** Points with a label below them. */
  named: number[]
  line: string
  /** From the last complete day to the current one; null without a current day. */
  lineOpen: string | null
  area: string
  /** The previous period; null without one. */
  lineBefore: string | null
  /** Percent of the width. */
  xOf: (at: number) => number
  yOf: (value: number) => number
}

/** Null: that day has no number, and the line a gap. */
export type ChartValues = readonly (number | null)[]

type ShapeOptions = {
  before: ChartValues | null
  isLastOpen: boolean
  height?: number
}

export function shapeChart(
  values: ChartValues,
  { before, isLastOpen, height = usualHeight }: ShapeOptions,
): ChartShape {
  const most = Math.max(1, ...[...values, ...(before ?? [])].map((value) => value ?? 0))
  const y = scaleLinear().domain([0, most]).nice(4).range([height, 0])
  const x = scaleLinear()
    .domain(values.length > 1 ? [0, values.length - 1] : [-1, 1])
    .range([0, chartWidth])
  const across = (_value: number | null, at: number) => round(x(at))
  const up = (value: number | null) => round(y(value ?? 0))
  const isKnown = (value: number | null) => value !== null
  const drawLine = line<number | null>(across, up).defined(isKnown)
  const drawArea = area<number | null>(across, height, up).defined(isKnown)
  const drawEnd = (all: ChartValues) => {
    const begin = Math.max(0, all.length - 2)
    const drawn = line<number | null>((_value, at) => round(x(begin + at)), up)
    return drawn.defined(isKnown)(all.slice(begin))
  }
  return {
    height,
    // Whole numbers only: there are no half visitors.
    ticks: y
      .ticks(4)
      .filter(Number.isInteger)
      .map((value) => ({ value, y: up(value) })),
    named: spread(values.length),
    line: drawLine(values.slice(0, isLastOpen ? -1 : undefined)) ?? '',
    lineOpen: isLastOpen ? drawEnd(values) : null,
    area: drawArea([...values]) ?? '',
    lineBefore: before && drawLine([...before]),
    xOf: (at) => round((x(at) * 100) / chartWidth),
    yOf: up,
  }
}

const mostNamed = 4

/** Roughly equally spaced indices. */
function spread(length: number): number[] {
  const count = Math.min(mostNamed, length)
  if (count < 2) return count === 1 ? [0] : []
  return Array.from({ length: count }, (_one, at) => Math.round((at * (length - 1)) / (count - 1)))
}

/** More digits are invisible and enlarge the page. */
const round = (value: number) => Math.round(value * 10) / 10
