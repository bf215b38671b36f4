/** Shows the nudges of one view: popups one after the other, inline nudges at their placements. */
import type { PixelItem, PixelNudge } from '#app/contract/pixel.ts'
import type { NotShownReason } from '#app/contract/pixel-events.ts'
import type { SiteOptions } from '#app/contract/site-options.ts'
import type { PlayNudges, FormattedItem, Visitor } from '../core.ts'
import { showPopup } from '../card/popup.ts'
import { isVisitorBusy } from '../card/visitor-busy.ts'
import { hasBox } from '../card/element.ts'
import { later, readClock, guarded, whenVisible } from '../guard.ts'
import type { Showing, RenderContext } from '../renderer.ts'
import { isOffMark, storageKey } from '../visitor.ts'
import {
  addNudges,
  dropRepeats,
  endShowing,
  isRecentAction,
  isRepeat,
  nextStep,
  noteDecided,
  orderNudges,
  selectItems,
  skipShowing,
  startSchedule,
} from './schedule.ts'

/** More per visit would annoy people. */
const mostShown = 50
/** A visitor who has closed this many doesn't want more. */
const mostClosed = 2
/** How soon to check again whether the visitor can be interrupted. */
const busyMillis = 1000
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
  '[autocomplete*=cc-],[name^=cardnumber i],[name^=card-number i],[name^=card_number i],' +
  // Stripe, PayPal, Adyen, Klarna, Braintree, Square, Mollie.
  'iframe[src*=elements-inner-card],' +
  'iframe[src*=elements-inner-payment]:not([src*=-request]):not([src*=-messaging]),' +
  'iframe[name*=paypal_card],iframe[src*=securedfields],iframe[id^=klarna][id$=-main],' +
  '[id^=braintree-hosted],.sq-card-wrapper,.mollie-component'

/** A closed panel may hold card fields on any page. */
const isPaying = () => [...document.querySelectorAll(checkouts)].some(hasBox)

/** How many more nudges can be shown during this visit. */
export const readAllowance = ({ shown, closed }: Pick<Visitor, 'shown' | 'closed'>): number =>
  closed < mostClosed ? Math.max(mostShown - shown, 0) : 0

/** Records a close. Returns how many more can be shown on this page. */
export const noteClosed = (visitor: Visitor, how: SiteOptions['closeNudgeBehaviour']): number => {
  visitor.closed += how === 'visit' ? mostClosed : 1
  visitor.save()

  return how === 'page' ? 0 : readAllowance(visitor)
}

/** Kept for this tab even without consent, because the visitor asked for it. */
const turnOffNudges = (visitor: Visitor) => {
  visitor.isOff = true
  try {
    sessionStorage.setItem(storageKey, isOffMark)
  } catch {
    // Then it is valid until the next document.
  }
  visitor.save()
}

export const playNudges: PlayNudges = ({ payload, turn, core, now, begunAt, isOver, ...view }) => {
  const { options } = payload
  const { visitor, report } = core
  const removers: (() => void)[] = []
  // What the page shows now, by surface, because no activity is shown on both.
  let shownPopup: PixelItem[] = []
  const shownInline: PixelItem[] = []
  let schedule = startSchedule(options, readAllowance(visitor), readClock())
  let isAtRest = true

  const formatItem = (item: PixelItem): FormattedItem => {
    if (core.facts.kind === 'checkout' || isPaying()) return 'checkout'
    const { actedAt = NaN } = visitor
    if (isRecentAction(item, now() - (readClock() - actedAt) / 1000)) return 'seen'
    return now() - begunAt > freshSeconds ? 'stale' : view.format(item)
  }

  const keepBack = (nudge: PixelNudge, reason: NotShownReason) => {
    schedule = noteDecided(schedule, nudge)
    report({ type: 'not_shown', nudge: nudge.id, reason, count: 1 }, 'later')
  }

  const makeStage = (
    { look }: PixelNudge,
    leave: (isClosed: boolean) => void,
    skip: () => void,
  ): RenderContext => ({
    payload: { ...payload, options: { ...options, ...look } },
    now,
    report: (happening, when) => {
      report(happening, when)
      if (happening.type !== 'impression') return
      const { seen, recent = (visitor.recent = []) } = visitor
      seen.push(happening.claim)
      recent.push(happening.claim)
      visitor.save()
    },
    format: (item) => {
      const formatted = isOver() ? '' : formatItem(item)
      return typeof formatted === 'string' ? null : formatted
    },
    onFacts: core.onFacts,
    more: view.parts,
    fetchMore: (work) => view.load('more', work),
    onGone: (how) => {
      if (how === 'off') {
        turnOffNudges(visitor)
        view.end()
      }
      if (isOver()) return
      if (how === 'unseen') {
        skip()
        return
      }
      const isClosed = how === 'closed'
      const most = isClosed ? noteClosed(visitor, options.closeNudgeBehaviour) : Infinity
      leave(isClosed)
      schedule = { ...schedule, left: Math.min(schedule.left, most) }
    },
  })

  const skip = (nudge: PixelNudge, reason: NotShownReason) => {
    keepBack(nudge, reason)
    schedule = skipShowing(schedule)
    proceed()
  }

  const takeTurn = (showing: Showing) => {
    if (isOver()) return
    // What is known about a visitor who consents late arrives late.
    if (visitor.isOff) {
      view.end()
      return
    }
    schedule = { ...schedule, left: Math.min(schedule.left, readAllowance(visitor)) }
    if (!schedule.left) {
      proceed()
      return
    }
    if (isVisitorBusy()) {
      later(busyMillis, proceed)
      return
    }
    const { nudge, item } = showing
    const isSeen =
      isRepeat(item, shownInline) || (nudge.skipsSeen && visitor.seen.includes(item.claim))
    const formatted = isSeen ? 'seen' : formatItem(item)
    if (typeof formatted === 'string') {
      skip(nudge, formatted)
      return
    }
    schedule = noteDecided(schedule, nudge)
    visitor.shown++
    visitor.save()
    shownPopup = [item]
    const leave = (isClosed: boolean) => {
      schedule = endShowing(schedule, readClock(), isClosed)
      later(0, proceed)
    }
    const takeBack = () => {
      visitor.shown--
      skip(nudge, 'no_data')
    }
    showPopup(showing, makeStage(showing.nudge, leave, takeBack))
  }

  /** Call while no popup is shown. */
  const proceed = () => {
    shownPopup = []
    const step = nextStep(schedule, readClock())
    isAtRest = isOver() || step.kind === 'done'
    if (isOver()) return
    if (step.kind === 'done') for (const nudge of schedule.pending) keepBack(nudge, 'capped')
    if (step.kind === 'wait') later(step.millis, proceed)
    if (step.kind === 'show') whenVisible(() => takeTurn(step.showing))
  }

  const showInline = (nudge: PixelNudge) => {
    const item = nudge.items.find((one) => !isRepeat(one, shownPopup))
    if (!item) keepBack(nudge, 'seen')
    else {
      shownInline.push(item)
      const remove = view.parts.inline?.({ nudge, item }, makeStage(nudge, ignore, ignore))
      if (remove) removers.push(remove)
    }
  }

  const begin = (added: readonly PixelNudge[]) => {
    if (isOver()) return
    const popups: PixelNudge[] = []
    const ordered = orderNudges(
      added.map((nudge) => selectItems(nudge, core.facts)),
      options,
      { turn, page: countPages() },
    )
    for (const nudge of ordered) {
      const fresh = dropRepeats(nudge, options, visitor)
      if (!fresh.items.length) keepBack(nudge, nudge.items.length ? 'seen' : 'page_rule')
      else if (nudge.surface === 'inline') guarded(showInline)(nudge)
      else popups.push(fresh)
    }
    schedule = addNudges(schedule, popups)
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

/** Of the tab, where an earlier page of the site leads here; otherwise 0. Stores nothing. */
const countPages = () => (document.referrer.startsWith(location.origin) ? history.length : 0)

const ignore = () => {}

const needsMore = ({ surface, items }: PixelNudge) =>
  surface === 'inline' ||
  items.some(({ stars, code, conditions, threshold }) => stars ?? code ?? conditions ?? threshold)
