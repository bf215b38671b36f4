import { expect, test } from 'vitest'
import {
  cardDesign,
  designChoices,
  designSettings,
  plainDesign,
} from '#app/contract/card-design.ts'
import { contrastOf } from '../color-contrast.ts'
import { composeDesign } from './compose-design.ts'
import { describeDesign, designLabels, findDesign, namedDesigns } from './designs.ts'

const plain = { design: plainDesign, color: '#0b6e4f', imagePosition: 'start' } as const

const parts = ['00', '33', '66', '99', 'cc', 'ff']
const colors = parts.flatMap((red) =>
  parts.flatMap((green) => parts.map((blue) => `#${red}${green}${blue}`)),
)

/** Colors of the pixel's own style sheet. */
const plainColors = {
  card: { '--card': '#ffffff', '--faint': '#545c65', color: '#16191d' },
  dark: { '--card': '#1b1f24', '--faint': '#b3bac2', color: '#f4f6f8' },
}

/** The colors of a card after its design, by property. */
function colorsOf(css: string, theme: keyof typeof plainColors): Record<string, string> {
  const rulesOf = (name: string) =>
    [...css.matchAll(new RegExp(`(?:^|})\\.${name}\\{([^}]*)\\}`, 'g'))].flatMap(([, body = '']) =>
      body.split(';').map((line) => line.split(':') as [string, string]),
    )
  const written = [...rulesOf('card'), ...(theme === 'dark' ? rulesOf('dark') : [])]
  return {
    ...plainColors[theme],
    ...Object.fromEntries(written.map(([name, value]) => [name, value.replace('!important', '')])),
  }
}

test('the plain card needs no CSS, so earlier nudges get none', () => {
  expect(composeDesign(plain)).toBe('')
})

for (const surface of designChoices.surface) {
  test(`every text can be read on a ${surface} card, in every brand color`, () => {
    const poorest = colors.map((color) => {
      const css = composeDesign({ ...plain, color, design: { ...plainDesign, surface } })
      return Math.min(
        ...(['card', 'dark'] as const).flatMap((theme) => {
          const { '--card': card = '', ...inks } = colorsOf(css, theme)
          return [inks['color'], inks['--faint'], inks['--accent']]
            .filter((ink) => ink !== undefined)
            .map((ink) => contrastOf(ink, card))
        }),
      )
    })

    expect(Math.min(...poorest)).toBeGreaterThanOrEqual(4.5)
  })
}

test('an invalid color is replaced, so it can’t add a rule', () => {
  for (const { design, imagePosition } of namedDesigns) {
    const css = composeDesign({ design, imagePosition, color: 'red;}.card{opacity:0}' })

    expect(css).not.toContain('opacity')
    expect(css).toBe(composeDesign({ design, imagePosition, color: '#0b6e4f' }))
  }
})

test('each setting changes what is drawn', () => {
  for (const setting of designSettings) {
    const drawn = designChoices[setting].map((value) =>
      composeDesign({ ...plain, design: { ...plainDesign, [setting]: value } }),
    )
    expect(new Set(drawn).size, setting).toBe(drawn.length)
  }
})

test('at least twelve designs, each valid, with a unique name and unlike the others', () => {
  const looks = namedDesigns.map(({ name: _name, ...look }) => JSON.stringify(look))

  expect(namedDesigns.length).toBeGreaterThanOrEqual(12)
  expect(new Set(namedDesigns.map(({ name }) => name)).size).toBe(namedDesigns.length)
  expect(new Set(looks).size).toBe(namedDesigns.length)
  for (const { design } of namedDesigns) expect(cardDesign.parse(design)).toEqual(design)
})

test('a design is found by its settings, and has none when one was changed', () => {
  for (const one of namedDesigns) expect(findDesign(one)).toBe(one)
  expect(findDesign({ design: plainDesign, theme: 'light', imagePosition: 'none' })).toBeUndefined()
})

test('a custom design is described by its changes', () => {
  expect(describeDesign(plainDesign)).toBe('Classic')
  expect(describeDesign({ ...plainDesign, surface: 'tinted', textSize: 'large' })).toBe(
    'Surface: Tinted, Text size: Large',
  )
})

test('every choice has a label', () => {
  for (const setting of designSettings) {
    expect(designLabels[setting].choices.map(([value]) => value)).toEqual([
      ...designChoices[setting],
    ])
  }
})
