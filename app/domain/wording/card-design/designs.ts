/** The designs that owners choose from, as data, and the words for their settings. Safe in the browser. */
import {
  designSettings,
  plainDesign,
  type CardDesign,
  type DesignSetting,
} from '#app/contract/card-design.ts'
import type { SiteOptions } from '#app/contract/site-options.ts'

/** Settings of a design. Each can be changed afterwards. */
export type DesignLook = Pick<SiteOptions, 'design' | 'theme' | 'imagePosition'>

export type NamedDesign = DesignLook & { name: string }

const named = (
  name: string,
  design: Partial<CardDesign>,
  {
    theme = 'auto',
    imagePosition = 'start',
  }: Partial<Pick<DesignLook, 'theme' | 'imagePosition'>> = {},
): NamedDesign => ({ name, design: { ...plainDesign, ...design }, theme, imagePosition })

const listDesigns = (): readonly NamedDesign[] => [
  named('Classic', {}),
  named('Edge', { surface: 'edge', corners: 'slight' }),
  named('Top line', { surface: 'top', corners: 'slight', picture: 'square' }),
  named('Tinted', { surface: 'tinted', picture: 'circle', shadow: 'none' }),
  named('Frame', { surface: 'framed', pictureSize: 'small', shadow: 'none' }),
  named('Brand', { surface: 'filled', picture: 'circle', pictureSize: 'small' }),
  named('Midnight', { picture: 'circle', shadow: 'deep' }, { theme: 'dark' }),
  named('Bubble', { corners: 'large', picture: 'circle', brand: 'bold', shadow: 'deep' }),
  named('Cover', { picture: 'full', pictureSize: 'large' }),
  named(
    'Cover, right side',
    { picture: 'full', corners: 'slight', shadow: 'deep' },
    { imagePosition: 'end' },
  ),
  named('Compact', {
    corners: 'slight',
    picture: 'circle',
    pictureSize: 'small',
    textSize: 'small',
  }),
  named('Text only', { surface: 'edge', corners: 'square' }, { imagePosition: 'none' }),
  named('Magazine', {
    surface: 'top',
    corners: 'square',
    picture: 'full',
    brand: 'none',
    typeface: 'serif',
    textSize: 'large',
  }),
  named('Retro', {
    surface: 'framed',
    corners: 'square',
    picture: 'square',
    brand: 'bold',
    typeface: 'mono',
    textSize: 'small',
    shadow: 'offset',
  }),
  named('Your page', {
    corners: 'slight',
    brand: 'none',
    typeface: 'page',
    shadow: 'none',
  }),
  named(
    'Signal',
    { surface: 'filled', corners: 'large', textSize: 'large' },
    { imagePosition: 'none' },
  ),
]

// Marked, so that what is built without them leaves them out.
export const namedDesigns = /* @__PURE__ */ listDesigns()

/** The design with these settings; undefined: one of the owner's own. */
export const findDesign = (look: DesignLook): NamedDesign | undefined =>
  namedDesigns.find(
    ({ design, theme, imagePosition }) =>
      theme === look.theme &&
      imagePosition === look.imagePosition &&
      isSameDesign(design, look.design),
  )

const isSameDesign = (one: CardDesign, other: CardDesign): boolean =>
  designSettings.every((setting) => one[setting] === other[setting])

export const designLabels: {
  [Setting in DesignSetting]: {
    label: string
    choices: readonly (readonly [CardDesign[Setting], string])[]
  }
} = {
  surface: {
    label: 'Surface',
    choices: [
      ['plain', 'Plain'],
      ['edge', 'Stripe at the side'],
      ['top', 'Stripe on top'],
      ['tinted', 'Tinted'],
      ['framed', 'Frame'],
      ['filled', 'Brand color'],
    ],
  },
  corners: {
    label: 'Corners',
    choices: [
      ['square', 'Square'],
      ['slight', 'Slightly rounded'],
      ['round', 'Rounded'],
      ['large', 'Very round'],
    ],
  },
  picture: {
    label: 'Image shape',
    choices: [
      ['rounded', 'Rounded'],
      ['square', 'Square'],
      ['circle', 'Circle'],
      ['full', 'Up to the border'],
    ],
  },
  pictureSize: {
    label: 'Image size',
    choices: [
      ['small', 'Small'],
      ['medium', 'Medium'],
      ['large', 'Large'],
    ],
  },
  brand: {
    label: 'Accents',
    choices: [
      ['soft', 'Soft'],
      ['bold', 'Bold'],
      ['none', 'None'],
    ],
  },
  typeface: {
    label: 'Font',
    choices: [
      ['system', 'Visitor’s device'],
      ['page', 'Your page'],
      ['serif', 'Serif'],
      ['mono', 'Monospace'],
    ],
  },
  textSize: {
    label: 'Text size',
    choices: [
      ['small', 'Small'],
      ['medium', 'Medium'],
      ['large', 'Large'],
    ],
  },
  shadow: {
    label: 'Shadow',
    choices: [
      ['none', 'None'],
      ['soft', 'Soft'],
      ['deep', 'Deep'],
      ['offset', 'Offset'],
    ],
  },
}

/** Describes the design's differences from the plain one: "Frame, Square". */
export function describeDesign(design: CardDesign): string {
  const found = namedDesigns.find((one) => isSameDesign(one.design, design))
  if (found) return found.name
  return designSettings
    .filter((setting) => design[setting] !== plainDesign[setting])
    .map((setting) => {
      const { label, choices } = designLabels[setting]
      const words = choices.find(([value]) => value === design[setting])?.[1] ?? ''
      return `${label}: ${words}`
    })
    .join(', ')
}
