/** Whether a nudge is eligible on this page, at this time, for this visitor. Pure. */
import type { PathRule } from '#app/contract/nudge-rules.ts'
import type { PixelItem, PixelNudge } from '#app/contract/pixel.ts'
import type { NotShownReason } from '#app/contract/pixel-events.ts'
import type { PageContext } from './page-context.ts'
import { decode } from './decode.ts'

/** Why the nudge isn't eligible; null when it is. */
export const findRuleMismatch = (
  { rules, countries, surface, placement }: Partial<PixelNudge>,
  moment: PageContext,
): NotShownReason | null => {
  const { address, country, isMobile, now } = moment
  const { isReturning } = moment.visitor
  const isHere = (rule: PathRule) => matchesPath(rule, address)
  if (countries && !countries.includes(country ?? '')) return 'page_rule'
  if (rules) {
    const { pages, notPages, kinds, devices, audience, from, until } = rules
    const belongs =
      (!pages.length || pages.some(isHere)) &&
      !notPages.some(isHere) &&
      (!kinds.length || (kinds as readonly string[]).includes(moment.kind)) &&
      (!devices.length || devices.includes(isMobile ? 'mobile' : 'desktop')) &&
      now >= (from ?? 0) &&
      now < (until ?? Infinity)
    if (!belongs) return 'page_rule'
    // A visitor who isn't recognized counts as new.
    if (audience !== 'all' && (audience === 'returning') !== (isReturning ?? false)) {
      return isReturning === null ? 'consent' : 'page_rule'
    }
  }
  // Last, so that it is only reported for pages that the nudge is meant for.
  return surface === 'inline' && !(placement && moment.hasPlace(placement.selector))
    ? 'no_place'
    : null
}

/** Whether the item is for the visitor's country. If that is unknown, nothing is promised. */
export const isForCountry = (
  { country }: PixelItem,
  items: readonly PixelItem[],
  visitorCountry: string | null,
): boolean =>
  !country ||
  country === visitorCountry ||
  (country === '*' &&
    visitorCountry !== null &&
    !items.some((other) => other.country === visitorCountry))

/** Compares decoded URLs. */
const matchesPath = ({ match, value }: PathRule, address: string): boolean => {
  const [page, wanted] = [decode(address), decode(value)]
  if (match === 'exact') return page === wanted
  return match === 'contains' ? page.includes(wanted) : matchesPattern(page, wanted)
}

/**
 * Searches each part between two `*` once, from the end of the previous one, without backtracking.
 */
const matchesPattern = (page: string, pattern: string): boolean => {
  const [first = '', ...parts] = pattern.split('*')
  const last = parts.pop()
  if (last === undefined) return page === first
  if (!page.startsWith(first)) return false
  let at = first.length
  for (const part of parts) {
    const found = page.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return page.length - last.length >= at && page.endsWith(last)
}
