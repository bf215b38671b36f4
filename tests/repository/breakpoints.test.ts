/** Layouts change at these breakpoints and nowhere else. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Widths of the window, in CSS pixels. Style sheets write the numbers, as a media query can't read a variable. */
const widths: readonly number[] = [320, 640, 768, 1024, 1280, 1536]
/** Heights of the window below which less stays in view while a screen scrolls. */
const heights: readonly number[] = [544, 960]

/** Style sheets, and code that writes styles or reads the window's width. */
const files = ['app', 'public']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((name) => /\.(css|svg|html|tsx?)$/.test(name) && !/\.test\.tsx?$/.test(name))

/** Features of media queries that aren't about a size. */
const otherFeatures =
  /^(?:prefers-[a-z-]+|forced-colors|hover|pointer|any-hover|any-pointer|orientation|display-mode)\b/

/** The one way to write a width in a style sheet: "below" and "from". */
const range = /^width (?:<|>=) (\d+)px$/

const lowWindow = /^height < (\d+)px$/

/** The way of the pixel and of its CSS in payloads, for browsers that don't read ranges: just below a breakpoint. */
const justBelow = /^max-width: ?(\d+)\.98px$/

/** Their way for windows from a breakpoint on. */
const from = /^min-width: ?(\d+)px$/

/** The narrowest phone on which a popup is a line: below it, the words of two rows don't fit beside the buttons. */
const leastLine = 'min-width:340px'

/** Windows so low that a popup is a line, for example phones held sideways, and those that are higher. */
const lowLines = /^(?:max-height: ?480|min-height: ?480\.02)px$/

function isAllowed(feature: string, isPixel: boolean): boolean {
  if (otherFeatures.test(feature)) return true
  const below = isPixel ? justBelow.exec(feature)?.[1] : undefined
  if (below !== undefined) return widths.includes(Number(below) + 1)
  if (isPixel && lowLines.test(feature)) return true
  if (isPixel) return feature === leastLine || widths.includes(Number(from.exec(feature)?.[1]))
  return (
    widths.includes(Number(range.exec(feature)?.[1])) ||
    heights.includes(Number(lowWindow.exec(feature)?.[1]))
  )
}

/** Media features and comparisons of the window's width that don't keep to the table. */
function wrongIn(text: string, isPixel: boolean): string[] {
  const queries = [...text.matchAll(/@media\b([^{;]*)\{/g)].map(([, query = '']) => query)
  const scripts = [...text.matchAll(/matchMedia\(\s*['"`]([^'"`]*)/g)].map(
    ([, query = '']) => query,
  )
  const features = [...queries, ...scripts].flatMap((query) =>
    [...query.matchAll(/\(([^()]+)\)/g)].map(([, feature = '']) => feature.trim()),
  )
  const compared = [...text.matchAll(/\binnerWidth\s*[<>]=?\s*([\w.]+)/g)].map(([, to = '']) => to)
  return [
    ...features.filter((feature) => !isAllowed(feature, isPixel)),
    ...compared.filter((to) => !widths.includes(Number(to))),
  ]
}

const countIn = (text: string) => [...text.matchAll(/@media\b/g)].length

test('every media query and every look at the window keeps to the table', () => {
  const texts = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }))

  const wrong = texts.flatMap(({ file, text }) =>
    wrongIn(text, /^app\/pixel\/|card-design\/[a-z-]+\.ts$/.test(file)).map(
      (found) => `${file}: ${found}`,
    ),
  )

  expect(texts.reduce((sum, { text }) => sum + countIn(text), 0)).toBeGreaterThan(15)
  expect(wrong).toEqual([])
})

test.each([
  ['@media (width < 720px) {', ['width < 720px']],
  ['@media (width >= 640px) and (width < 900px) {', ['width < 900px']],
  ['@media (640px <= width < 1024px) {', ['640px <= width < 1024px']],
  ['@media (min-width: 768px) {', ['min-width: 768px']],
  ['@media (max-width:639.98px){', ['max-width:639.98px']],
  ['@media (width < 40em) {', ['width < 40em']],
  ['@media (width <= 1024px) {', ['width <= 1024px']],
  ["matchMedia('(width < 500px)')", ['width < 500px']],
  ['innerWidth < 600', ['600']],
])('refused in the dashboard: %s', (text, found) => {
  expect(wrongIn(text, false)).toEqual(found)
})

test.each([
  ['@media (width < 768px) {', false],
  ['@media (width >= 640px) and (width < 1024px) {', false],
  ['@media (prefers-reduced-motion: reduce) {', false],
  ['@media print{', true],
  ['@media(max-width:639.98px){', true],
  ['innerWidth < 640', true],
])('allowed: %s', (text, isPixel) => {
  expect(wrongIn(text, isPixel)).toEqual([])
})

test('refused in the pixel: a range, and a width between two breakpoints', () => {
  expect(wrongIn('@media (width < 640px){', true)).toEqual(['width < 640px'])
  expect(wrongIn('@media(max-width:640px){', true)).toEqual(['max-width:640px'])
  expect(wrongIn('@media(max-width:719.98px){', true)).toEqual(['max-width:719.98px'])
})
