/**
 * The layouts that a nudge can have instead of a card, and which types each is right for. The editor offers
 * only these, and the REST API refuses others. Safe in the browser.
 */
import { cardLayouts, type CardLayout } from '#app/contract/card-design.ts'
import { nudgeTypes, type NudgeType } from '#app/contract/nudges.ts'

type Surface = 'popup' | 'inline'

type LayoutChoice = {
  label: string
  surface: Surface
  types: readonly NudgeType[]
  /** Why other types don't have it, as a sentence for people and programs. */
  reason: string
}

export const layoutChoices: Readonly<Record<CardLayout, LayoutChoice>> = {
  line: { label: 'Compact line', surface: 'inline', types: nudgeTypes, reason: '' },
  pill: {
    label: 'Pill',
    surface: 'popup',
    // Without quotes, codes, conditions, bars and messages of any length.
    types: [
      ...(['purchase', 'purchases', 'conversion', 'conversions', 'reviews'] as const),
      ...(['visitor', 'visitors', 'cart_counter'] as const),
      ...(['selling_out', 'stock_level', 'delivery_date'] as const),
    ],
    reason: 'A pill has room for one sentence, and this type can need more. Use a card instead.',
  },
  bar: {
    label: 'Bar across the page',
    surface: 'popup',
    // Each visitor can use them. One person's order isn't worth the whole width.
    types: ['custom', 'reviews', 'discount', 'delivery_date', 'free_delivery'],
    reason:
      'A bar is for what concerns every visitor: messages, offers, delivery and average ratings. Use a card instead.',
  },
  image: {
    label: 'Image on top',
    surface: 'popup',
    // Those whose items can have one. Numbers have none: one item holds for many pages.
    types: ['custom', 'discount', 'purchase'],
    reason:
      'This layout leads with an image, so it’s for orders, messages and offers. Use a card instead.',
  },
}

/** Name of a layout on screens. @param layout undefined: a card */
export const layoutLabel = (layout: CardLayout | undefined): string =>
  layout === undefined ? 'Card' : layoutChoices[layout].label

/** The layouts, beside a card, that nudges of the type can have there. */
export const layoutsFor = (type: NudgeType, surface: Surface): CardLayout[] =>
  cardLayouts.filter((layout) => findLayoutFault({ type, surface, layout }) === null)

type Asked = { type: NudgeType; surface: Surface; layout: CardLayout }

/** Why nudges of the type can't have the layout there, as a sentence; null when they can. */
export function findLayoutFault({ type, surface, layout }: Asked): string | null {
  const choice = layoutChoices[layout]
  if (choice.surface !== surface) {
    return surface === 'inline'
      ? 'Inline nudges are a card or a compact line.'
      : 'A compact line is only for inline nudges.'
  }
  return choice.types.includes(type) ? null : choice.reason
}
