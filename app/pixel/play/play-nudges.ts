/** Shows the nudges of one view: popups one after the other, inline nudges at their placements. */
import type { PixelItem, PixelNudge, PixelOptions } from '#app/contract/pixel.ts'
import type { NotShownReason } from '#app/contract/pixel-events.ts'
import type { PlayNudges, FormattedItem, Visitor } from '../core.ts'
import { isPlain } from '../build-kind.ts'
import { showPopup } from '../card/popup.ts'
import { find, isVisitorBusy } from '../card/visitor-busy.ts'
import { hasBox } from '../card/element.ts'
import { attempt, later, listen, readClock, guarded, whenVisible } from '../guard.ts'
import { isCheckout } from '../page.ts'
import type { Showing } from '../renderer.ts'
import { isOffMark, storageKey } from '../visitor.ts'
import {
  addTurns,
  deferShowing,
  dropNudge,
  dropRepeats,
  dropShowing,
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
/** How often a nudge tries in vain to find room. Scrolling makes room. */
const mostRetries = 30
/**
 * Total counts expire after so long, because their time frame ended when the payload was compiled.
 */
const freshSeconds = 3600
/** How many more nudges can be shown during this visit. */
export const readAllowance = (visitor: Pick<Visitor, 'shown' | 'closed'>): number =>
  visitor.closed < mostClosed ? mostShown - visitor.shown : 0

/** Records a close. */
export const noteClosed = (visitor: Visitor, how: PixelOptions['closeNudgeBehaviour']) => {
  visitor.closed += !isPlain && how ? 1 : mostClosed
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
  // Views end when the URL has changed.
  const page = core.facts.path
  const schedule = startSchedule(options, readClock())
  // The items shown now, by surface, because no activity is shown on both.
  let shownPopup: PixelItem[] = []
  const shownInline: PixelItem[] = []
  let isAtRest = true
  /** Whether what is due waits until the visitor can be interrupted. */
  let isWaiting = false
  /** How often each has looked for room in vain. */
  const tries = new Map<PixelNudge, number>()

  const formatItem = (item: PixelItem, { rules }: PixelNudge): FormattedItem => {
    // A closed panel may hold card fields on any page.
    if (isCheckout(core.facts, options.checkouts) || find(options.payFields).some(hasBox)) {
      return 'checkout'
    }
    const { actedAt = NaN } = visitor
    if (isRecentAction(item, now() - (readClock() - actedAt) / 1000)) return 'seen'
    if (now() - begunAt > freshSeconds) return 'stale'
    // No item outlives its nudge.
    return isPlain || now() < (rules?.until ?? Infinity) ? view.format(item) : 'no_data'
  }

  const keepBack = (nudge: PixelNudge, reason: NotShownReason) => {
    schedule.pending.delete(nudge)
    report({ type: 'not_shown', nudge: nudge.id, page, reason, count: 1 }, 'later')
  }

  /** Drops its current showing. */
  const skip = (nudge: PixelNudge, reason: NotShownReason) => {
    if (dropShowing(schedule, nudge)) keepBack(nudge, reason)
  }

  /** Reports popups that still look for room, or wait for the visitor, when the view ends. */
  const leave = () => {
    for (const nudge of schedule.pending) {
      // The others would have been too many in any case.
      const reason = tries.has(nudge)
        ? 'no_room'
        : isWaiting && (schedule.allowed-- > 0 ? 'busy' : 'capped')
      if (reason) keepBack(nudge, reason)
    }
  }
  const stop = listen(window, 'pagehide', leave)

  const makeShowing = (nudge: PixelNudge, item: PixelItem): Showing => ({
    ...view,
    payload: { ...payload, options: { ...options, ...nudge.look } },
    nudge,
    item,
    onFacts: core.onFacts,
    report: (happening, when) => {
      report({ ...happening, page }, when)
      if (happening.type !== 'impression') return
      if (isPlain || nudge.surface === 'popup') {
        visitor.shown++
        tries.delete(nudge)
      }
      const { seen, recent = (visitor.recent = []) } = visitor
      seen.push(happening.claim)
      recent.push(happening.claim)
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
      if (how === 'no_room') {
        const count = (tries.get(nudge) ?? 0) + 1
        tries.set(nudge, count)
        if (count > mostRetries) skip(nudge, how)
        else deferShowing(schedule)
      }
      if (how === 'unseen' || how === 'no_room') {
        later(retryMillis, proceed)
        return
      }
      // Also when the page has changed while the nudge left: a close counts for the whole visit.
      endShowing(schedule, options, readClock())
      if (how === 'closed') {
        noteClosed(visitor, options.closeNudgeBehaviour)
        if (!isPlain) dropNudge(schedule, nudge)
        if (!isPlain && options.closeNudgeBehaviour === 'page') schedule.allowed = 0
      }
      proceed()
    },
  })

  /** Call while no popup is shown. */
  const proceed = () => {
    if (!isPlain) shownPopup = []
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
      for (const nudge of schedule.pending) keepBack(nudge, tries.has(nudge) ? 'no_room' : 'capped')
      return
    }
    isWaiting = !wait && isVisitorBusy()
    if (wait || isWaiting) {
      later(wait || retryMillis, proceed)
      return
    }
    const { nudge, item } = showing
    const isSeen =
      !isPlain &&
      (isRepeat(item, shownInline) || (nudge.skipsSeen && visitor.seen.includes(item.claim)))
    const formatted = isSeen ? 'seen' : formatItem(item, nudge)
    if (typeof formatted === 'string') {
      skip(nudge, formatted)
      proceed()
      return
    }
    if (!isPlain) shownPopup = [item]
    showPopup(makeShowing(nudge, item))
  }

  const showInline = ({ nudge, items }: Turn) => {
    const item = items.find((one) => !isRepeat(one, shownPopup))
    if (!item) keepBack(nudge, 'seen')
    else {
      shownInline.push(item)
      view.parts.inline?.(makeShowing(nudge, item))
    }
  }

  const begin = (added: readonly PixelNudge[]) => {
    if (isOver()) return
    const popups: Turn[] = []
    const place = { turn, page: countPages() }
    for (const nudge of order(added, !isPlain && options.nudgeRandomization, place)) {
      const selected = order(selectItems(nudge, core.facts), !isPlain && nudge.rotates, place)
      const items =
        !isPlain && options.loop ? selected : dropRepeats(selected, nudge, visitor.recent)
      if (!items[0]) keepBack(nudge, selected[0] ? 'seen' : 'page_rule')
      else if (!isPlain && nudge.surface === 'inline') guarded(showInline)({ nudge, items })
      else popups.push({ nudge, items })
    }
    addTurns(schedule, popups)
    if (!isAtRest) return
    isAtRest = false
    // In a separate task: drawing follows planning, and on slow phones both take long.
    later(0, proceed)
  }

  return {
    add: (added) => {
      // Without its code, an offer would be incomplete.
      const start = () => begin(added.filter(({ isRich }) => !isRich || view.parts.enrich))
      if (isPlain) begin(added)
      else if (added.some(({ isRich }) => isRich)) view.load('more', start)
      else start()
    },
    end: () => {
      stop()
      leave()
      // Makes the renderer notice that the view is over.
      core.announce()
    },
  }
}

/** The tab's page count if an earlier page of the site led here, otherwise 0. Stores nothing. */
const countPages = () => (document.referrer.startsWith(location.origin) ? history.length : 0)
