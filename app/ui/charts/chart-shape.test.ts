import { expect, test } from 'vitest'
import { usualHeight, chartWidth, shapeChart } from './chart-shape.ts'

const closed = { before: null, isLastOpen: false }

test('the line goes from edge to edge, and the largest value stays inside', () => {
  const { line, yOf, xOf } = shapeChart([0, 7, 3], closed)

  expect(line).toBe(
    `M0,${String(usualHeight)}L500,${String(yOf(7))}L${String(chartWidth)},${String(yOf(3))}`,
  )
  expect(yOf(7)).toBeGreaterThanOrEqual(0)
  expect([xOf(0), xOf(1), xOf(2)]).toEqual([0, 50, 100])
})

test('both times have one scale', () => {
  const { ticks, yOf, lineBefore } = shapeChart([1, 2], { ...closed, before: [40, 0] })

  expect(yOf(40)).toBe(0)
  expect(ticks.at(-1)?.value).toBe(40)
  expect(lineBefore).toMatch(/^M0,0L/)
})

test('a day without a number is a gap in the line and in the area', () => {
  const { line, area } = shapeChart([1, null, 1, 1], closed)

  expect(line.match(/M/g)).toHaveLength(2)
  expect(line).not.toContain(`,${String(usualHeight)}`)
  expect(area.match(/M/g)).toHaveLength(2)
})

test('steps are whole numbers, also when nothing was counted', () => {
  expect(shapeChart([0, 0], closed).ticks.map(({ value }) => value)).toEqual([0, 1])
})

test('a single day is in the middle', () => {
  const { xOf, named } = shapeChart([5], closed)

  expect([xOf(0), named]).toEqual([50, [0]])
})

test('at most four days are named, the first and the last among them', () => {
  expect(shapeChart(Array<number>(90).fill(1), closed).named).toEqual([0, 30, 59, 89])
  expect(shapeChart([1, 2, 3], closed).named).toEqual([0, 1, 2])
})

test('the segment to an open day is a separate line', () => {
  const { line, lineOpen } = shapeChart([2, 2, 0], { ...closed, isLastOpen: true })

  expect(line).toBe('M0,0L500,0')
  expect(lineOpen).toBe(`M500,0L1000,${String(usualHeight)}`)
})
