/** Labels of goal kinds, and presets for new goals. Safe in the browser. */
import type { GoalKind, GoalMatch } from '#app/contract/goals.ts'

export const kindLabels: Record<GoalKind, { name: string; meaning: string }> = {
  order: {
    name: 'Order',
    meaning: 'A visitor places an order. Reported by your shop, your thank-you page or both.',
  },
  url: { name: 'Page', meaning: 'A visitor opens a certain page.' },
  form: { name: 'Form', meaning: 'A visitor submits a form. The goal doesn’t read its contents.' },
  click: {
    name: 'Click',
    meaning: 'A visitor clicks a button, link or other element.',
  },
  js: { name: 'Custom event', meaning: 'Your page or your server reports it.' },
}

export const matchLabels: Record<GoalMatch, string> = {
  exact: 'is exactly',
  starts_with: 'starts with',
  contains: 'contains',
}

/** When a goal that is reached again counts again. */
export function uniqueRule({ kind, isRepeatable }: { kind: GoalKind; isRepeatable: boolean }) {
  if (kind === 'order') return 'Once per order'
  return isRepeatable ? 'Every time' : 'Once per visitor'
}

/** Initial values of a new goal's fields. */
export type GoalDraft = {
  name: string
  kind: GoalKind
  match: GoalMatch
  pattern: string
  selector: string
  isRepeatable: boolean
}

const empty: GoalDraft = {
  name: '',
  kind: 'order',
  match: 'starts_with',
  pattern: '',
  selector: '',
  isRepeatable: false,
}

type Preset = { label: string; draft: GoalDraft }

/** By their names in the URL. Selectors match the themes of Shopify and WooCommerce. */
export const presets: Record<string, Preset> = {
  order: { label: 'Order placed', draft: { ...empty, name: 'Order placed' } },
  'thank-you': {
    label: 'Thank-you page reached',
    draft: { ...empty, kind: 'url', name: 'Thank-you page', pattern: '/thank-you' },
  },
  cart: {
    label: 'Added to cart',
    draft: {
      ...empty,
      kind: 'form',
      name: 'Added to cart',
      selector: 'form[action*="/cart/add"], form.cart',
      isRepeatable: true,
    },
  },
  newsletter: {
    label: 'Newsletter sign-up',
    draft: {
      ...empty,
      kind: 'form',
      name: 'Newsletter sign-up',
      selector: 'form[action*="newsletter"]',
    },
  },
  contact: {
    label: 'Contact form submitted',
    draft: {
      ...empty,
      kind: 'form',
      name: 'Contact form',
      selector: 'form[action*="contact"]',
    },
  },
  phone: {
    label: 'Phone number tapped',
    draft: { ...empty, kind: 'click', name: 'Phone number', selector: 'a[href^="tel:"]' },
  },
}

export const draftOf = (preset: string): GoalDraft =>
  (Object.hasOwn(presets, preset) ? presets[preset]?.draft : undefined) ?? empty
