/** Shows the nudges of one view: popups one after the other, inline nudges at their placements. */
import type { PixelItem, PixelNudge } from '#app/contract/pixel.ts'
import type { NotShownReason } from '#app/contract/pixel-events.ts'
import type { SiteOptions } from '#app/contract/site-options.ts'
import type { PlayNudges, FormattedItem, Visitor } from '../core.ts'
import { showPopup } from '../card/popup.ts'
import { isVisitorBusy } from '../card/visitor-busy.ts'
import { hasBox } from '../card/element.ts'
import { attempt, later, readClock, guarded, whenVisible } from '../guard.ts'
import type { Showing } from '../renderer.ts'
import { isOffMark, storageKey } from '../visitor.ts'
import {
  addTurns,
  dropNudge,
  dropRepeats,
  endShowing,
  isRecentAction,
  isRepeat,
  order,
  readWait,
  selectItems,
  startSchedule,
  type Turn,
} from './schedule.ts'

/** More per visit would annoy people. */
const mostShown = 50
/** A visitor who has closed this many doesn't want more. */
const mostClosed = 2
/** How soon to try again when the visitor can't be interrupted, or there is no room. */
const retryMillis = 1000
/**
 * Total counts expire after so long, because their time frame ended when the payload was compiled.
 */
const freshSeconds = 3600
/**
 * Checkouts at any URL: of WooCommerce, Magento, PrestaShop and OpenCart, and pages with fields for
 * a payment card. Wallet buttons and hidden frames are on many product pages, so they don't count.
 */
const checkouts =
  '.woocommerce-checkout,.checkout-index-index,body#checkout,#checkout-checkout,' +
  '[autocomplete*=cc-],[name^=card i][name*=number i],' +
  // Stripe, PayPal, Adyen, Klarna, Braintree, Square, Mollie.
  'iframe[src*=elements-inner-card],' +
  'iframe[src*=elements-inner-payment]:not([src*=-request]):not([src*=-messaging]),' +
  'iframe[name*=paypal_card],iframe[src*=securedfields],iframe[id^=klarna][id$=-main],' +
  '[id^=braintree-hosted],.sq-card-wrapper,.mollie-component'

/** A closed panel may hold card fields on any page. */
const isPaying = () => [...document.querySelectorAll(checkouts)].some(hasBox)

/** How many more nudges can be shown during this visit. */
export const readAllowance = ({ shown, closed }: Pick<Visitor, 'shown' | 'closed'>): number =>
  closed < mostClosed ? mostShown - shown : 0

/** Records a close. */
export const noteClosed = (visitor: Visitor, how: SiteOptions['closeNudgeBehaviour']) => {
  visitor.closed += how === 'visit' ? mostClosed : 1
  visitor.save()
}

/** Kept for this tab even without consent, because the visitor asked for it. */
const turnOffNudges = (visitor: Visitor) => {
  visitor.isOff = true
  // Where storage is denied it is valid until the next document.
  attempt(() => sessionStorage.setItem(storageKey, isOffMark))
  visitor.save()
}

export const playNudges: PlayNudges = (view) => {
  const { payload, turn, core, now, begunAt, isOver } = view
  const { options } = payload
  const { visitor, report } = core
  const removers: (() => void)[] = []
  const schedule = startSchedule(options, readClock())
  // The items shown now, by surface, because no activity is shown on both.
  let shownPopup: PixelItem[] = []
  const shownInline: PixelItem[] = []
  let isAtRest = true

  const formatItem = (item: PixelItem, { rules }: PixelNudge): FormattedItem => {
    if (core.facts.kind === 'checkout' || isPaying()) return 'checkout'
    const { actedAt = NaN } = visitor
    if (isRecentAction(item, now() - (readClock() - actedAt) / 1000)) return 'seen'
    if (now() - begunAt > freshSeconds) return 'stale'
    // No item outlives its nudge.
    return now() < (rules?.until ?? Infinity) ? view.format(item) : 'no_data'
  }

  const keepBack = (nudge: PixelNudge, reason: NotShownReason) => {
    schedule.pending.delete(nudge)
    report({ type: 'not_shown', nudge: nudge.id, reason, count: 1 }, 'later')
  }

  const makeShowing = (nudge: PixelNudge, item: PixelItem): Showing => ({
    ...view,
    payload: { ...payload, options: { ...options, ...nudge.look } },
    nudge,
    item,
    onFacts: core.onFacts,
    report: (happening, when) => {
      report(happening, when)
      if (happening.type !== 'impression') return
      const { seen, recent = (visitor.recent = []) } = visitor
      seen.push(happening.claim)
      recent.push(happening.claim)
      if (nudge.surface === 'popup') visitor.shown++
      visitor.save()
    },
    formatText: () => {
      const formatted = formatItem(item, nudge)
      return isOver() || typeof formatted === 'string' ? null : formatted
    },
    onGone: (how) => {
      if (how === 'off') {
        turnOffNudges(visitor)
        view.end()
      }
      if (how === 'unseen') {
        later(retryMillis, proceed)
        return
      }
      // Also when the page has changed while the nudge left: a close counts for the whole visit.
      endShowing(schedule, options, readClock())
      if (how === 'closed') {
        noteClosed(visitor, options.closeNudgeBehaviour)
        dropNudge(schedule, nudge)
        if (options.closeNudgeBehaviour === 'page') schedule.allowed = 0
      }
      proceed()
    },
  })

  /** Call while no popup is shown. */
  const proceed = () => {
    shownPopup = []
    isAtRest = false
    whenVisible(showNext)
  }

  const showNext = () => {
    if (isOver()) return
    // Facts about a visitor who consents late arrive late.
    if (visitor.isOff) {
      view.end()
      return
    }
    const wait = readWait(schedule, readAllowance(visitor), readClock())
    const [showing] = schedule.showings
    if (!showing || wait === Infinity) {
      isAtRest = true
      for (const nudge of schedule.pending) keepBack(nudge, 'capped')
      return
    }
    if (wait || isVisitorBusy()) {
      later(wait || retryMillis, proceed)
      return
    }
    const { nudge, item } = showing
    const isSeen =
      isRepeat(item, shownInline) || (nudge.skipsSeen && visitor.seen.includes(item.claim))
    const formatted = isSeen ? 'seen' : formatItem(item, nudge)
    if (typeof formatted === 'string') {
      keepBack(nudge, formatted)
      schedule.showings.shift()
      proceed()
      return
    }
    shownPopup = [item]
    showPopup(makeShowing(nudge, item))
  }

  const showInline = ({ nudge, items }: Turn) => {
    const item = items.find((one) => !isRepeat(one, shownPopup))
    if (!item) keepBack(nudge, 'seen')
    else {
      shownInline.push(item)
      const remove = view.parts.inline?.(makeShowing(nudge, item))
      if (remove) removers.push(remove)
    }
  }

  const begin = (added: readonly PixelNudge[]) => {
    if (isOver()) return
    const popups: Turn[] = []
    const place = { turn, page: countPages() }
    for (const nudge of order(added, options.nudgeRandomization, place)) {
      const selected = order(selectItems(nudge, core.facts), nudge.rotates, place)
      const items = options.loop ? selected : dropRepeats(selected, nudge, visitor.recent)
      if (!items[0]) keepBack(nudge, selected[0] ? 'seen' : 'page_rule')
      else if (nudge.surface === 'inline') guarded(showInline)({ nudge, items })
      else popups.push({ nudge, items })
    }
    addTurns(schedule, popups)
    if (isAtRest) proceed()
  }

  return {
    add: (added) => {
      if (!added.some(needsMore)) begin(added)
      // Without its code, an offer would be incomplete.
      else {
        view.load('more', () => {
          begin(view.parts.enrich ? added : added.filter((nudge) => !needsMore(nudge)))
        })
      }
    },
    end: () => {
      // Makes the renderer notice that there is no text any more.
      core.announce()
      for (const remove of removers) remove()
    },
  }
}

/** The tab's page count if an earlier page of the site led here, otherwise 0. Stores nothing. */
const countPages = () => (document.referrer.startsWith(location.origin) ? history.length : 0)

const needsMore = ({ surface, items }: PixelNudge) =>
  surface === 'inline' ||
  items.some(({ stars, code, conditions, threshold }) => stars ?? code ?? conditions ?? threshold)
