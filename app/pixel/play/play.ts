/** Shows the nudges of one view: popups one after the other, those inside of the page at their place. */
import type { NotShownReason, PixelNudge } from '../../contract/pixel.ts'
import type { Play } from '../core.ts'
import { later, readClock, whenTabVisible } from '../quiet.ts'
import type { Showing, Stage } from '../stage.ts'
import { isBusy } from './busy.ts'
import { noteClosed, readAllowance, turnOff } from './manners.ts'
import { makePlace } from './place.ts'
import {
  addNudges,
  endShowing,
  listCapped,
  nextStep,
  orderNudges,
  skipShowing,
  startSchedule,
} from './schedule.ts'

/** How long to wait before asking again whether the visitor can be disturbed. */
const busyMillis = 1000

export const play: Play = ({ payload, turn, core, parts, tell, isOver, end }) => {
  const { options } = payload
  const { visitor, report } = core
  const removers: (() => void)[] = []
  let schedule = startSchedule(options, readAllowance(visitor), readClock())
  let isAtRest = true

  const keepBack = ({ id }: PixelNudge, reason: NotShownReason) =>
    report({ type: 'not_shown', nudge: id, reason, count: 1 }, 'later')

  const makeStage = (leave: (isClosed: boolean) => void): Stage => ({
    payload,
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
    onGone: (how) => {
      if (isOver()) return
      if (how === 'off') {
        turnOff(visitor)
        end()
        return
      }
      const isClosed = how === 'closed'
      const most = isClosed ? noteClosed(visitor, options.closeNudgeBehaviour) : Infinity
      leave(isClosed)
      schedule = { ...schedule, left: Math.min(schedule.left, most) }
    },
  })

  const showPopup = (showing: Showing) => {
    if (isOver()) return
    if (isBusy()) {
      later(busyMillis, proceed)
      return
    }
    const { nudge, item } = showing
    const told = nudge.skipsSeen && visitor.seen.includes(item.claim) ? 'seen' : tell(item)
    if (typeof told === 'string') {
      keepBack(nudge, told)
      schedule = skipShowing(schedule)
      proceed()
      return
    }
    visitor.shown++
    visitor.save()
    const stage = makeStage((isClosed) => {
      schedule = endShowing(schedule, readClock(), isClosed)
      later(0, proceed)
    })
    parts.popup?.(showing, stage)
  }

  const proceed = () => {
    const step = nextStep(schedule, readClock())
    isAtRest = isOver() || step.kind === 'done'
    if (isAtRest) return
    if (step.kind === 'wait') later(step.millis, proceed)
    if (step.kind === 'show') whenTabVisible(() => showPopup(step.showing))
  }

  const showInline = (nudge: PixelNudge) => {
    const [item] = nudge.items
    const place = makePlace(nudge)
    if (!item || !place) return
    const remove = () => {
      erase?.()
      place.remove()
    }
    const erase = parts.inline?.({ nudge, item }, makeStage(remove), place)
    removers.push(remove)
  }

  return {
    add: (added) => {
      const nudges = orderNudges(added, options, turn)
      const popups = nudges.filter(({ surface }) => surface === 'popup')
      schedule = addNudges(schedule, popups)
      for (const nudge of listCapped(schedule, popups)) keepBack(nudge, 'capped')
      for (const nudge of nudges) if (nudge.surface === 'inline') showInline(nudge)
      if (isAtRest) proceed()
    },
    end: () => {
      // Nothing has words any more, as whoever draws finds out now.
      core.announce()
      for (const remove of removers) remove()
    },
  }
}
