/** Inserts values into the server's texts that only the page knows at that moment. Pure. */
import type { PixelCount, PixelItem, PixelPhrases, PixelThreshold } from '#app/contract/pixel.ts'
import type { NotShownReason } from '#app/contract/pixel-events.ts'
import type { PageContext } from '../page-context.ts'
import { pickForm, writeNumber } from '../plural.ts'
import type { ItemText } from '../renderer.ts'

type FillContext = Pick<PageContext, 'counts' | 'phrases' | 'facts' | 'now'>
type Values = Record<string, unknown>

/** The text of an item, or why it isn't shown. */
export const fillItem = (item: PixelItem, moment: FillContext): ItemText | NotShownReason => {
  const { facts, now, phrases } = moment
  const { count, threshold, until = Infinity, hasVariables } = item
  const values: Values = hasVariables ? { ...facts.variables } : {}
  let { title, text } = item
  let reached: Pick<ItemText, 'reached'> = {}
  if (count) {
    const number = findNumber(count, moment)
    if (typeof number === 'string') return number
    const { stock, names, maximum: most = number } = count
    let { forms } = count
    if (stock) {
      const left = findStock(facts, stock)
      if (typeof left === 'string') return left
      values.stock = writeNumber(left, phrases)
      if (left <= number * stock.cover) forms = stock.forms
    }
    const least = Math.min(number, most)
    const shown = writeNumber(least, phrases) + (number > most ? '+' : '')
    title = names?.[facts.path] ?? title.replace('#', shown)
    text = pickForm(forms, least, phrases.plural).replace('#', shown)
  }
  if (threshold) {
    const cart = fillThreshold(threshold, moment)
    if (typeof cart === 'string') return cart
    text = cart.text ?? text
    values.missing = cart.missing
    reached = { reached: cart.reached }
  }
  if (item.countsDown) {
    // Less than a minute is too short to show in whole minutes.
    if (!(phrases.left && until - now >= 60 && until < Infinity)) return 'no_data'
    values.left = formatLeft(until - now, phrases.left)
  }
  const filledTitle = fillVariables(title, values, hasVariables)
  const filledText = fillVariables(text, values, hasVariables)

  return filledTitle === null || filledText === null
    ? 'no_page_data'
    : { ...reached, title: filledTitle, text: filledText }
}

/** The number to show, or why there is none. */
const findNumber = (
  count: PixelCount,
  { counts, facts, now }: FillContext,
): number | NotShownReason => {
  const { of, totals, minimum } = count
  const { path, product } = facts
  if (of === 'stock') return findStock(facts, count)
  if (of !== 'paths' && !(counts && now < counts.until)) return 'stale'
  const id = product?.id
  if (of === 'carts' && !id) return 'no_page_data'
  const all = {
    visitors: counts?.visitors,
    page: counts?.pages[path],
    carts: counts?.carts.products[id ?? ''],
    // Live counts include the viewer; totals don't.
    paths: Number(totals?.[path]) + 1,
  }[of]
  const others = Number(all) - 1

  return others >= Math.max(minimum, 1) ? others : 'below_minimum'
}

/**
 * The page's reported stock, or else the listed stock: a report is newer, so it hides the list.
 * Returns a reason when stock isn't reported, is empty, or is too much to mention.
 */
const findStock = (
  { path, product }: FillContext['facts'],
  { maximum = Infinity, totals }: Pick<PixelCount, 'maximum' | 'totals'>,
): number | NotShownReason => {
  const reported = product?.stock
  if (!totals && reported === undefined) return 'no_page_data'
  const stock = Number(totals ? reported === undefined && totals[path] : reported)

  return stock > 0 && stock <= maximum && stock % 1 === 0 ? stock : 'no_data'
}

/** Compensates floating-point errors: 50 − 38.3 is slightly more than 11.7. */
const hair = 1e-6

type Cart = { missing: string; text: string | undefined; reached: number }

/** A reason when the cart is unknown or in another currency, or there is nothing to show. */
const fillThreshold = (
  threshold: PixelThreshold,
  { facts, phrases }: FillContext,
): Cart | NotShownReason => {
  const { amount, currency } = facts.cart ?? {}
  if (amount === undefined) return 'no_page_data'
  if (!(amount >= 0) || currency !== threshold.currency) return 'no_data'
  const missing = threshold.amount - amount
  const lacking = missing * 10 ** threshold.format.digits > hair ? missing : 0
  const isOpen = lacking > 0 && amount > 0
  const text = lacking ? threshold.empty : threshold.reached
  if (!isOpen && !text) return 'no_data'

  return {
    missing: formatAmount(lacking, threshold.format, phrases),
    text: isOpen ? undefined : text,
    reached: lacking ? amount / threshold.amount : 1,
  }
}

/** Rounded up, so that spending the amount shown is enough. */
const formatAmount = (
  amount: number,
  { text, decimal, group, digits }: PixelThreshold['format'],
  phrases: PixelPhrases,
) => {
  const unit = 10 ** digits
  const [whole = '', part] = (Math.ceil(amount * unit - hair) / unit).toFixed(digits).split('.')
  const grouped = writeNumber(Number(whole), phrases, group)

  return text.replace('#', () => (part ? grouped + decimal + part : grouped))
}

const formatLeft = (
  seconds: number,
  { days, hours, minutes }: NonNullable<PixelPhrases['left']>,
) => {
  const d = Math.floor(seconds / 86_400)
  const h = Math.floor(seconds / 3600) % 24
  const m = Math.floor(seconds / 60) % 60

  return fillVariables(d ? days : h ? hours : minutes, { d, h, m })
}

/**
 * Replaces `{name}` and `{name|fallback}`. Null when a value without a fallback is missing. Where
 * no variables are `allowed`, other braces are part of the text.
 */
const fillVariables = (text: string, values: Values, allowed?: boolean): string | null => {
  const missing: string[] = []
  const filled = text.replace(
    /\{([^{}|]+)(?:\|([^{}]*))?\}/g,
    (whole: string, name: string, instead: string | undefined) => {
      const value = values[name]
      if (isUsable(value)) return String(value)
      if (!allowed) return whole
      if (instead === undefined) missing.push(name)
      return instead ?? ''
    },
  )
  return missing.length ? null : filled
}

const isUsable = (value: unknown) =>
  typeof value === 'number' ? value >= 0 && value < Infinity : typeof value === 'string' && value
