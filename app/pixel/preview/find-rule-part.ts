/** Finds the part of a nudge's targeting that excludes this page view. */
import type { NudgeRules } from '#app/contract/nudge-rules.ts'
import type { PixelNudge, RulePart } from '#app/contract/pixel.ts'
import type { PageContext } from '../page-context.ts'
import { findRuleMismatch } from '../rules.ts'

type Moment = Pick<PageContext, 'address' | 'country' | 'isMobile' | 'now' | 'visitor'>

const everywhere: NudgeRules = {
  pages: [],
  notPages: [],
  kinds: [],
  devices: [],
  audience: 'all',
  from: null,
  until: null,
}

/** `page_rule` when it's none of them, but the nudge's items, which are for other pages. */
export const findRulePart = (
  { rules = everywhere, countries }: Pick<PixelNudge, 'rules' | 'countries'>,
  moment: Moment,
): RulePart | 'page_rule' => {
  const { pages, notPages, kinds, devices, audience, from, until } = rules
  const parts: [RulePart, Partial<PixelNudge>][] = [
    ['country', countries ? { countries } : {}],
    ['page', { rules: Object.assign({}, everywhere, { pages, notPages }) }],
    ['device', { rules: Object.assign({}, everywhere, { devices }) }],
    ['time', { rules: Object.assign({}, everywhere, { from, until }) }],
    ['audience', { rules: Object.assign({}, everywhere, { audience }) }],
  ]
  const context = moment as PageContext
  const found = parts.find(([, part]) => findRuleMismatch(part, context))
  // The kind of page is what is left.
  return found?.[0] ?? (kinds.length ? 'kind' : 'page_rule')
}
