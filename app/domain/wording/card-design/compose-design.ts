/**
 * CSS of a card's design, for the style sheet of its shadow root. Made of the texts below and of
 * colors that were parsed before, so that no stored text can bring a rule.
 */
import type { CardDesign } from '#app/contract/card-design.ts'
import type { SiteOptions } from '#app/contract/site-options.ts'
import { darkCard, lightCard, makeReadable, mixColor, readInk } from '../color-contrast.ts'

export type Designed = Pick<SiteOptions, 'design' | 'color' | 'imagePosition'>

/** Declarations by selector. */
type Rules = Record<'card' | 'dark' | 'picture', string[]>

/** A picture's counts more than those of a type's layout (layouts.ts). */
const selectors: Record<keyof Rules, string> = {
  card: '.card',
  dark: '.dark',
  picture: '.main>.picture',
}

/** The card's padding, which a picture up to the border crosses. */
const padding = 12

const sizes = { small: 40, medium: 64, large: 88 } as const

/** Empty for the plain card. */
export function composeDesign({ design, color, imagePosition }: Designed): string {
  const rules: Rules = { card: [], dark: [], picture: [] }
  addSurface(rules, design, color)
  addBrand(rules, design)
  addText(rules, design)
  const hasPicture = imagePosition !== 'none'
  const hasForm = hasPicture && setsForm(design)
  if (hasPicture) addPicture(rules, design, imagePosition)

  return [
    design.typeface === 'page' ? ':host{font-family:var(--face,inherit)!important}' : '',
    ...(['card', 'dark', 'picture'] as const).map((name) =>
      rules[name].length === 0 ? '' : `${selectors[name]}{${rules[name].join(';')}}`,
    ),
    design.corners === 'round' ? '' : `.card,.link{border-radius:${radii[design.corners]}}`,
    hasPicture && design.picture === 'full' ? '.main{overflow:hidden;border-radius:inherit}' : '',
    design.surface === 'top' ? thinTop : '',
    hasForm ? `${bare}.picture>svg{width:${design.pictureSize === 'small' ? '20' : '28'}px}` : '',
  ].join('')
}

/** Whether pictures have another form or size than their type's layout gives them. */
const setsForm = ({ picture, pictureSize }: Pick<CardDesign, 'picture' | 'pictureSize'>) =>
  picture !== 'rounded' || pictureSize !== 'medium'

/** Without what layouts draw around a picture of their form, which would lie over the words. */
const bare = '.main>.picture::before,.main>.picture::after{content:none}'

/** Leaves room for three lines of text in a popup on phones, which is at most 56 pixels high. */
const thinTop =
  '@media(max-width:639.98px),(max-height:480px){.shut{border-top-width:3px!important}}'

const radii = { square: '0', slight: '6px', large: '24px' } as const

/** How much of the brand color a tinted card has, on light cards and on dark ones. */
const shares = { light: 0.08, dark: 0.16 } as const

/** Important where the card has a separate color for each page, which counts more than a rule. */
function addSurface({ card, dark }: Rules, { surface }: CardDesign, color: string) {
  if (surface === 'edge') card.push('border-inline-start:4px solid var(--accent)!important')
  if (surface === 'top') card.push('border-top:4px solid var(--accent)!important')
  if (surface === 'framed') card.push('border:2px solid var(--accent)')
  if (surface === 'tinted') {
    for (const [rule, under, share] of [
      [card, lightCard, shares.light],
      [dark, darkCard, shares.dark],
    ] as const) {
      const mixed = mixColor(color, under, share)
      rule.push(
        `--card:${mixed}`,
        `--accent:${makeReadable(color, mixed)}!important`,
        'border-color:var(--tint)',
      )
    }
  }
  if (surface === 'filled') {
    const filled = mixColor(color, lightCard, 1)
    const ink = readInk(filled)
    card.push(
      `--card:${filled}`,
      `--faint:${ink}`,
      `--accent:${ink}!important`,
      `--tint:${ink}29!important`,
      `color:${ink}`,
      'border-color:#0000',
    )
  }
}

function addBrand({ card, dark, picture }: Rules, { brand, surface }: CardDesign) {
  if (brand === 'bold') picture.push('color:var(--card)', 'background-color:var(--accent)')
  // Text on the brand color has no accent color.
  if (brand !== 'none' || surface === 'filled') return
  card.push('--accent:#16191d!important', '--tint:#87909a29!important')
  dark.push('--accent:#f4f6f8!important')
}

const typefaces = {
  page: 'inherit',
  serif: 'ui-serif,Georgia,serif',
  mono: 'ui-monospace,Menlo,Consolas,monospace',
} as const

const shadows = {
  none: 'none',
  deep: '0 2px 6px #0003,0 16px 48px #0005',
  offset: '4px 4px 0 var(--accent)',
} as const

function addText({ card }: Rules, { typeface, textSize, shadow }: CardDesign) {
  if (typeface !== 'system') card.push(`font-family:${typefaces[typeface]}`)
  if (textSize === 'small') card.push('font-size:13px', 'line-height:18px')
  if (textSize === 'large') card.push('font-size:16px', 'line-height:22px')
  if (shadow !== 'soft') card.push(`box-shadow:${shadows[shadow]}`)
}

const pictureRadii = { rounded: '8px', square: '0', circle: '50%' } as const

function addPicture(
  { picture: rule }: Rules,
  { picture, pictureSize }: Pick<CardDesign, 'picture' | 'pictureSize'>,
  side: SiteOptions['imagePosition'],
) {
  if (!setsForm({ picture, pictureSize })) return
  const size = sizes[pictureSize]
  rule.push('border:0')
  if (pictureSize === 'small') rule.push('font-size:16px')
  if (picture === 'full') {
    rule.push(
      // An image is as tall as the text, however tall its file is.
      'contain:size',
      'align-self:stretch',
      `width:${String(size + padding)}px`,
      'height:auto',
      `min-height:${String(size)}px`,
      `margin:-${String(padding)}px 0`,
      ...(side === 'start' ? [`margin-inline-start:-${String(padding)}px`] : []),
      'border-radius:0',
    )
    return
  }
  // All of it, because a type's layout may have another form.
  rule.push(
    'align-self:auto',
    `width:${String(size)}px`,
    `height:${String(size)}px`,
    'min-height:0',
    'margin:auto 0',
    `border-radius:${pictureRadii[picture]}`,
  )
}
