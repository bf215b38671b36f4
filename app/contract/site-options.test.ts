import { expect, test } from 'vitest'
import { defaultSiteOptions, fullOptions, siteOptions } from './site-options.ts'

test('the defaults are those of specification section 9', () => {
  expect(defaultSiteOptions).toMatchObject({
    timings: { show: 5000, wait: 1000, initial: 0 },
    offset: { vertical: 20, horizontal: 20 },
    maxNudges: 1,
    position: 'bottom-left',
    mobilePosition: 'bottom-right',
    animation: 'slide-in',
  })
})

test('the defaults fit their own shape', () => {
  expect(siteOptions.parse(defaultSiteOptions)).toEqual(defaultSiteOptions)
})

test('a site keeps fourteen colors and starts with some that white text is readable on', () => {
  const { colorLibrary, color } = defaultSiteOptions
  const fits = (colours: string[]) => siteOptions.shape.colorLibrary.safeParse(colours).success

  expect(colorLibrary).toContain(color)
  for (const one of colorLibrary) expect(contrastWithWhite(one), one).toBeGreaterThanOrEqual(4.5)
  expect(fits(colorLibrary)).toBe(true)
  expect(fits(colorLibrary.slice(1))).toBe(false)
  expect(fits([...colorLibrary.slice(1), 'red'])).toBe(false)
})

/** WCAG 2.2, relative luminance and contrast ratio. */
function contrastWithWhite(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

test.each([
  [{}, 'custom', false],
  [{ timingMode: 'accelerated' }, 'accelerated', true],
  [{ acceleratedMode: true }, 'accelerated', true],
  [{ acceleratedMode: false }, 'custom', false],
  [{ timingMode: 'standard', acceleratedMode: true }, 'standard', false],
] as const)('the mode for %o is %s', (stored, timingMode, acceleratedMode) => {
  expect(fullOptions(stored)).toMatchObject({ timingMode, acceleratedMode })
})
