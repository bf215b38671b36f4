import { expect, test } from 'vitest'
import { darkCard, lightCard, makeReadable, readableOn } from './color-contrast.ts'

const channel = (part: number) => {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
const luminance = ([red = 0, green = 0, blue = 0]: readonly number[]) =>
  0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue)
const contrast = (one: readonly number[], other: readonly number[]) => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const partsOf = (colour: string) =>
  [1, 3, 5].map((place) => parseInt(colour.slice(place, place + 2), 16))

const parts = ['00', '33', '66', '99', 'cc', 'ff']
const colours = parts.flatMap((red) =>
  parts.flatMap((green) => parts.map((blue) => `#${red}${green}${blue}`)),
)

test.each([
  ['light', lightCard],
  ['dark', darkCard],
])('every color can be read on the %s card', (_name, card) => {
  const poorest = Math.min(
    ...colours.map((colour) => contrast(partsOf(makeReadable(colour, card)), card)),
  )

  expect(poorest).toBeGreaterThanOrEqual(4.5)
})

test('a readable color stays unchanged', () => {
  expect(makeReadable('#0b6e4f', lightCard)).toBe('#0b6e4f')
  expect(makeReadable('#ffee00', darkCard)).toBe('#ffee00')
})

test.each(['', 'red', '#fff', '#0b6e4', '#0b6e4f;', 'url(x)'])(
  '%j isn’t a color, so the default replaces it',
  (colour) => {
    expect(makeReadable(colour, lightCard)).toBe('#0b6e4f')
  },
)

test('a contrast just below the least one is not shown as that', () => {
  expect(readableOn('light', '#777777')).toMatchObject({ contrast: 4.4, least: 4.5, isKept: false })
})
