/** One page view: decides what can be shown, and loads the renderer if there is anything. */
import type { speedSampling as ofContract } from '#app/contract/pixel-events.ts'
import type { Core, Parts, View } from './core.ts'
import type { Load } from './loader.ts'
import type { PageContext } from './page-context.ts'
import { findElement, readKind } from './page.ts'
import type { FetchedPayload } from './payload.ts'
import { formatItem, isOpen, listNotShown, planNudges, type Reason } from './plan.ts'
import { later, listen, readClock } from './guard.ts'
import { findRuleMismatch } from './rules.ts'
import { sharedCore } from './shared-core.ts'

/** One in this many page loads is measured. Shares no factor with the number of rotating items. */
const speedShare: typeof ofContract = 17
/** The page and its first nudge have been shown by then, and visitors who bounce have left. */
const speedMillis = 2000
/** Pages are often drawn by scripts after the payload has come. */
const seekMillis = 1000
/** How often a place that the page lacks is looked for again. */
const mostSeeks = 60

export type ViewDependencies = { core: Core; parts: Partial<Parts>; load: Load }

/** Starts the view. Returns a function that ends it and removes what is shown. */
export const startView = (
  { payload, country, behind }: FetchedPayload,
  turn: number,
  { core, parts, load }: ViewDependencies,
): (() => void) => {
  sharedCore.millis -= readClock()
  const { options, unshown, script = 'showing', joined = script } = payload
  // Views end when the URL has changed.
  const page = core.facts.path
  const withheld = payload.withheld ?? (core.visitor.isOff ? 'consent' : undefined)
  const nudges = withheld ? [] : payload.nudges
  const planned = new Set<string>()
  let stop = () => {}
  let isOver = false
  let seeks = 0
  /** Nudges whose place the page lacks so far. */
  let placeless: Reason[] = []
  let playing: ReturnType<Parts['play']> | undefined

  const readNow = () => (Date.now() + behind) / 1000

  const readMoment = (): PageContext => ({
    ...payload,
    facts: core.facts,
    now: readNow(),
    address: core.facts.path + (options.ignoreQueryParameters ? '' : location.search),
    kind: core.facts.kind ?? readKind(),
    // The breakpoint for phones.
    isMobile: innerWidth < 640,
    country,
    visitor: core.visitor,
    hasPlace: findElement,
  })

  const end = () => {
    isOver = true
    stop()
    leave()
    playing?.end()
  }

  const view: View = {
    payload,
    turn,
    core,
    now: readNow,
    begunAt: readNow(),
    format: (item) => formatItem(item, readMoment(), parts.fill),
    parts,
    load,
    isOver: () => isOver,
    end,
  }

  /** Adds nudges that couldn't be shown before. */
  const admit = () => {
    const plan = planNudges(nudges, readMoment(), view.format)
    const added = plan.nudges.filter(({ id }) => !planned.has(id) && planned.add(id))
    if (added.length) {
      load(joined, () => {
        if (isOver) return
        playing ??= parts.play?.(view)
        playing?.add(added)
      })
    }
    return plan
  }

  /** Reports why nudges aren't shown, as soon as it is certain. */
  const settle = (reasons: Reason[]) => {
    placeless = reasons.filter(({ reason }) => reason === 'no_place' && seeks < mostSeeks)
    for (const reason of reasons) {
      // The owner's preview has it right away, until the place is there.
      if (payload.preview || !placeless.includes(reason)) {
        core.report({ type: 'not_shown', ...reason, page, count: 1 }, 'later')
      }
    }
    if (!placeless[0]) return
    later(seekMillis, seek)
    // It notices whether the visitor scrolls until the place is there.
    load(joined, () => {})
  }

  const seek = () => {
    if (isOver) return
    seeks++
    const { reasons } = admit()
    settle(reasons.filter(({ nudge }) => placeless.some((one) => one.nudge === nudge)))
  }

  const leave = () => {
    seeks = mostSeeks
    settle(placeless)
  }

  const forms = payload.forms?.filter((form) => !findRuleMismatch(form, readMoment()))

  const begin = () => {
    if (isOver) return
    parts.forms?.(view, forms)
    settle(listNotShown(withheld, unshown, admit()))
    const stops = [core.onFacts(admit), listen(window, 'pagehide', leave)]
    stop = () => stops.forEach((end) => end())
  }

  if (forms?.length || payload.goals || nudges.some(({ items }) => items.some(isOpen))) {
    const fits = nudges.some((nudge) => !findRuleMismatch(nudge, readMoment()))
    load(fits && joined.includes('facts') ? joined : 'facts', begin)
  } else begin()
  if (payload.push) load('push', () => isOver || parts.offerPush?.(view))
  if (turn % speedShare === 0) later(speedMillis, () => load('speed', () => parts.vitals?.(view)))
  sharedCore.millis += readClock()

  return end
}
