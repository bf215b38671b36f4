/**
 * Layouts of cards by nudge type, as CSS that only payloads with such nudges have. Before the CSS of
 * a design, which counts more where both say something. Texts are measured in the design's. Fixed texts: no stored text can bring a rule.
 */
import type { NudgeType } from '#app/contract/nudges.ts'
import type { PixelItem, PixelNudge, PixelPayload } from '#app/contract/pixel.ts'
import { popupLayout } from './popup-layouts.ts'

/** Rules for the compact form of a popup on phones. Only popups have a role. */
const phone = (rules: string) =>
  `@media(min-width:340px)and (max-width:639.98px),(min-width:340px)and (max-height:480px){${rules}}`

/** The CSS of parts that few items have. They look alike in every layout. */
const parts = {
  stars:
    '.stars{position:relative;width:max-content;margin:2px 0;color:var(--accent);font-size:1.14em;line-height:1;white-space:nowrap}.stars,i{unicode-bidi:normal}.stars i{position:absolute;top:0;inset-inline-start:0;overflow:hidden;font-style:normal}' +
    phone('.shut[role] .stars{display:inline-block;margin:0;font-size:.85em}'),
  threshold:
    '.bar{height:6px;margin-top:8px;overflow:hidden;background:#87909a1f;border-radius:4px}.bar i{display:block;height:100%;background:var(--accent);border-radius:4px;forced-color-adjust:none}' +
    phone('.shut[role] .bar{position:absolute;inset:auto 0 0;height:3px;margin:0}') +
    '@media(forced-colors:active){.bar{outline:1px solid CanvasText}.bar i{background:CanvasText}}',
  code:
    'code{position:relative;z-index:1;padding:3px 10px;border:1px dashed var(--faint);border-radius:6px;font:600 1em/1.43 monospace;user-select:all}.code{display:flex;flex-wrap:wrap;gap:6px;margin-top:8px}.copy{padding:3px 12px;border-radius:6px;color:var(--card);background:var(--accent);font-weight:600}' +
    phone(
      '.shut[role] .body{display:flex;align-items:center;gap:8px}.shut[role] .words{flex:1}.shut[role] .picture{display:none}.shut[role] .code{flex-direction:column;gap:2px;margin:0;text-align:center}.shut[role] code{padding:0;border:0}.shut[role] .copy{padding:2px 12px}',
    ),
  conditions:
    '.terms{display:block;max-width:100%;min-height:24px;margin-top:4px;overflow:hidden;color:var(--faint);border:0;font-size:.86em;text-align:inherit;white-space:nowrap;text-overflow:ellipsis}:is(.terms[aria-expanded=true],.card:not(.shut) .terms){white-space:normal}' +
    phone('.shut[role] .terms{display:none}'),
} as const satisfies Partial<Record<keyof PixelItem, string>>

/** A picture as tall as the card, up to its border. Pictures after the text end before the buttons. */
const cover = (selector: string, width: number) =>
  `${selector}{contain:size;align-self:stretch;width:${String(width)}px;height:auto;min-height:${String(width)}px;margin:-12px 0;margin-inline-start:-12px;border-radius:0}.body~.picture{margin-inline-start:0}.main{overflow:hidden;border-radius:inherit}` +
  phone('.shut[role] .picture{border-radius:8px}')

/** A product's picture. */
const photo = cover('img.picture', 96)

/** A drawing or an initial, in a circle of the site's color. */
const avatar =
  'div.picture{width:48px;height:48px;border-radius:50%;color:var(--card);background:var(--accent)}'

/** A quiet circle for a drawing. */
const dot = '.picture{width:48px;height:48px;border-radius:50%}'

/** Three people in overlapping circles: head and shoulders are gradients, because policies can forbid any image. */
const people =
  'div.picture{--person:radial-gradient(16% 16% at 50% 35%,currentColor 95%,#0000),radial-gradient(27% 19% at 50% 73%,currentColor 95%,#0000);position:relative;width:32px;height:32px;margin-inline-end:48px;border-radius:50%;color:var(--card);background:var(--person) var(--accent)}.picture svg{display:none}.picture::before,.picture::after{position:absolute;top:-2px;inset-inline-start:24px;width:32px;height:32px;border:2px solid var(--card);border-radius:50%;color:var(--accent);background:var(--person),linear-gradient(var(--tint),var(--tint)) var(--card);background-origin:border-box;content:""}.picture::after{inset-inline-start:48px}' +
  phone('.shut[role] .picture::before,.shut[role] .picture::after{display:none}')

/** Texts as large as the others of a line on phones. */
const sentence = (tags: string) =>
  phone(`.shut[role] .words :is(${tags}){font-size:1em;line-height:inherit}`)

/** The only sentence of a card. */
const headline = `span{font-size:1.07em;font-weight:600}${sentence('span')}`

const forms: Record<NudgeType, string> = {
  purchase: '',
  purchases: avatar + headline,
  conversion: avatar,
  conversions: avatar + headline,
  // The quote before the person.
  review: `${avatar}.picture{margin-top:0}.words{display:flex;flex-direction:column}em{order:-2}.stars{order:-1}span{font-size:1.07em;line-height:1.4}strong{order:1;margin-top:2px;color:var(--faint);font-size:.86em;font-weight:400}small{order:2}${sentence('span,strong')}`,
  reviews: `.picture{display:none}strong{font-size:1.57em;line-height:1.27}${sentence('strong')}`,
  visitor: people + headline,
  visitors: people + headline,
  cart_counter: people + headline,
  selling_out: `${avatar}span{color:var(--accent);font-weight:600}`,
  stock_level: `${avatar}span{color:var(--accent);font-weight:600}`,
  // A ticket, to be torn off at its edge.
  discount: `${cover('div.picture', 72)}.picture{box-sizing:border-box;color:var(--card);background:var(--accent);border-inline-end:3px dotted var(--card)}strong{font-size:1.14em}span{display:block}span::first-letter{text-transform:uppercase}code{border-width:2px}${sentence('strong')}`,
  // The longest sentence: phones below some 350 pixels have no room for a drawing beside it.
  delivery_date: `${dot}strong{font-variant-numeric:tabular-nums}${phone('.shut[role] .picture{width:clamp(0px,4*(100% - 299px),40px);overflow:hidden}')}`,
  free_delivery: `${dot}.bar{height:8px}`,
  custom: dot,
}

/** Key of a nudge's layout in a payload, as the pixel reads it. */
const keyOf = ({ type, look }: PixelNudge): string => type + (look?.layout ?? '')

/** The layouts of these nudges, by type, with that of the nudge after it. Empty texts are left out. */
export function layoutsOf(nudges: readonly PixelNudge[]): Pick<PixelPayload, 'layouts'> {
  const keys = [...new Set(nudges.map(keyOf))]
  const layouts = keys.flatMap((key) => {
    const css = layoutOf(nudges.filter((nudge) => keyOf(nudge) === key))
    return css === '' ? [] : [[key, css] as const]
  })
  return layouts.length === 0 ? {} : { layouts: Object.fromEntries(layouts) }
}

/** CSS of nudges of one type and layout: no more than their items need. */
function layoutOf(nudges: readonly PixelNudge[]): string {
  const items = nudges.flatMap((nudge) => nudge.items)
  const partNames = (['stars', 'threshold', 'code', 'conditions'] as const).filter((part) =>
    items.some((item) => item[part] !== undefined),
  )
  const ofParts = partNames.map((name) => parts[name]).join('')
  const [nudge] = nudges
  if (!nudge || nudge.look?.layout === 'line') {
    return items.some(({ stars }) => stars)
      ? `${ofParts}.stars{display:inline-block;margin:0;font-size:1em}`
      : ofParts
  }

  const { type, look } = nudge
  const isOrder = type === 'purchase'
  const hasPhoto = isOrder && items.some(({ image }) => image !== undefined)
  // An order's picture may not load.
  const ofType = (hasPhoto ? photo : '') + (isOrder ? avatar : '') + forms[type]
  return ofParts + ofType + (look?.layout ? popupLayout(look.layout, type) : '')
}
