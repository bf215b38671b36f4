/** The geometry of a line chart: paths, and where its lines and words stand. Safe in the browser. */
import { scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'

/** Paths are drawn on so many units and stretched to the width that there is. */
export const chartWidth = 1000
export const chartHeight = 200

export type ChartShape = {
  /** Ends of the steps of the vertical axis, from 0. */
  ticks: { value: number; y: number }[]
  /** Which points have their name below. */
  named: number[]
  line: string
  /** From the last day that is over to the one that runs; null when none does. */
  lineOpen: string | null
  area: string
  /** Of the time before; null without one. */
  lineBefore: string | null
  /** Percent of the width. */
  xOf: (at: number) => number
  yOf: (value: number) => number
}

export function shapeChart(
  values: readonly number[],
  { before, isLastOpen }: { before: readonly number[] | null; isLastOpen: boolean },
): ChartShape {
  const most = Math.max(1, ...values, ...(before ?? []))
  const y = scaleLinear().domain([0, most]).nice(4).range([chartHeight, 0])
  const x = scaleLinear()
    .domain(values.length > 1 ? [0, values.length - 1] : [-1, 1])
    .range([0, chartWidth])
  const across = (_value: number, at: number) => round(x(at))
  const up = (value: number) => round(y(value))
  const drawLine = line<number>(across, up)
  const drawArea = area<number>(across, chartHeight, up)
  const drawEnd = (all: readonly number[]) => {
    const begin = Math.max(0, all.length - 2)
    return line<number>((_value, at) => round(x(begin + at)), up)(all.slice(begin))
  }
  return {
    // Nobody is half a visitor.
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

/** Indices that are about equally far from each other. */
function spread(length: number): number[] {
  const count = Math.min(mostNamed, length)
  if (count < 2) return count === 1 ? [0] : []
  return Array.from({ length: count }, (_one, at) => Math.round((at * (length - 1)) / (count - 1)))
}

/** A tenth of a unit is less than anybody sees, and the page is smaller. */
const round = (value: number) => Math.round(value * 10) / 10
