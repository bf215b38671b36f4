/** Shows the nudges of one view: popups one after the other, those inside of the page at their place. */
import type { PixelItem, PixelNudge } from '#app/contract/pixel.ts'
import type { NotShownReason } from '#app/contract/pixel-events.ts'
import type { Play, Told } from '../core.ts'
import { showPopup } from '../card/popup.ts'
import { findElement } from '../page.ts'
import { later, readClock, silence, whenTabVisible } from '../quiet.ts'
import type { Showing, Stage } from '../stage.ts'
import { isBusy } from './busy.ts'
import { noteClosed, readAllowance, turnOff } from './manners.ts'
import { isOwn } from './own.ts'
import { refine } from './refine.ts'
import {
  addNudges,
  endShowing,
  nextStep,
  noteTold,
  orderNudges,
  skipShowing,
  startSchedule,
} from './schedule.ts'

/** How long to wait before asking again whether the visitor can be disturbed. */
const busyMillis = 1000
/** Totals of a window that ended when the payload came are not told for longer. */
const freshSeconds = 3600
/** WooCommerce's and Magento's, wherever the shop has put them. */
const checkouts = '.woocommerce-checkout,.checkout-index-index'

export const play: Play = ({ payload, turn, core, now, begunAt, isOver, ...view }) => {
  const { options } = payload
  const { visitor, report } = core
  const removers: (() => void)[] = []
  let schedule = startSchedule(options, readAllowance(visitor), readClock())
  let isAtRest = true

  const tell = (item: PixelItem): Told => {
    if (core.facts.kind === 'checkout' || findElement(checkouts)) return 'page_rule'
    const { actedAt = NaN } = visitor
    if (isOwn(item, now() - (readClock() - actedAt) / 1000)) return 'seen'
    return now() - begunAt > freshSeconds ? 'stale' : view.tell(item)
  }

  const keepBack = (nudge: PixelNudge, reason: NotShownReason) => {
    schedule = noteTold(schedule, nudge)
    report({ type: 'not_shown', nudge: nudge.id, reason, count: 1 }, 'later')
  }

  const makeStage = (
    { look }: PixelNudge,
    leave: (isClosed: boolean) => void,
    skip: () => void,
  ): Stage => ({
    payload: { ...payload, options: { ...options, ...look } },
    now,
    report: (happening, when) => {
      report(happening, when)
      if (happening.type !== 'impression') return
      visitor.seen.push(happening.claim)
      visitor.save()
    },
    tell: (item) => {
      const told = isOver() ? '' : tell(item)
      return typeof told === 'string' ? null : told
    },
    onFacts: core.onFacts,
    more: view.parts,
    fetchMore: (work) => view.load('more', work),
    onGone: (how) => {
      if (how === 'off') {
        turnOff(visitor)
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
    // What is known of a visitor who agrees late comes late.
    if (visitor.isOff) {
      view.end()
      return
    }
    schedule = { ...schedule, left: Math.min(schedule.left, readAllowance(visitor)) }
    if (!schedule.left) {
      proceed()
      return
    }
    if (isBusy()) {
      later(busyMillis, proceed)
      return
    }
    const { nudge, item } = showing
    const told = nudge.skipsSeen && visitor.seen.includes(item.claim) ? 'seen' : tell(item)
    if (typeof told === 'string') {
      skip(nudge, told)
      return
    }
    schedule = noteTold(schedule, nudge)
    visitor.shown++
    visitor.save()
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

  const proceed = () => {
    const step = nextStep(schedule, readClock())
    isAtRest = isOver() || step.kind === 'done'
    if (isOver()) return
    if (step.kind === 'done') for (const nudge of schedule.untold) keepBack(nudge, 'capped')
    if (step.kind === 'wait') later(step.millis, proceed)
    if (step.kind === 'show') whenTabVisible(() => takeTurn(step.showing))
  }

  const showInline = (nudge: PixelNudge) => {
    const [item] = nudge.items
    const remove = item && view.parts.inline?.({ nudge, item }, makeStage(nudge, ignore, ignore))
    if (remove) removers.push(remove)
  }

  const begin = (added: readonly PixelNudge[]) => {
    if (isOver()) return
    const nudges = orderNudges(
      added.map((nudge) => refine(nudge, core.facts)),
      options,
      turn,
    ).filter((nudge) => {
      if (!nudge.items.length) keepBack(nudge, 'page_rule')
      return nudge.items.length
    })
    const popups = nudges.filter(({ surface }) => surface === 'popup')
    schedule = addNudges(schedule, popups)
    for (const nudge of nudges) if (nudge.surface === 'inline') silence(showInline)(nudge)
    if (isAtRest) proceed()
  }

  return {
    add: (added) => {
      if (!added.some(needsMore)) begin(added)
      // A code that can't be drawn would leave half an offer.
      else {
        view.load('more', () => {
          begin(view.parts.enrich ? added : added.filter((nudge) => !needsMore(nudge)))
        })
      }
    },
    end: () => {
      // Nothing has words any more, as whoever draws finds out now.
      core.announce()
      for (const remove of removers) remove()
    },
  }
}

const ignore = () => {}

const needsMore = ({ surface, items }: PixelNudge) =>
  surface === 'inline' ||
  items.some(({ stars, code, conditions, threshold }) => stars ?? code ?? conditions ?? threshold)
