/**
 * The owner points at the place of an inline nudge on their own page: by pointer, touch or keyboard.
 * Draws the real nudge there, looks for the place on other pages, and sends it to the studio. It
 * changes nothing of the page but what it draws.
 */
import type { PixelItem, PixelNudge, PixelPreview } from '#app/contract/pixel.ts'
import { hasBox } from '../card/element.ts'
import type { Core } from '../core.ts'
import { guarded, listen } from '../guard.ts'
import { writeJson } from '../json.ts'
import { readKind } from '../page.ts'
import type { FetchedPayload } from '../payload.ts'
import { sendRequest } from '../request.ts'
import { checkPages, type PageCheck } from './check-pages.ts'
import { makeSelector } from './make-selector.ts'
import { makePointScreen } from './point-screen.ts'
import { findPointed, listZones, type Zone } from './zones.ts'

type Pointing = {
  core: Core
  /** Requests the page's payload, with the nudge. */
  ask: () => Promise<FetchedPayload | null>
  preview: PixelPreview & { pointing: NonNullable<PixelPreview['pointing']> }
  /** The link's, for the report. */
  query: string
  direction: string
  end: () => void
  /** Starts another view of the page. */
  proceed: () => void
}

const ours = 'footfall-inline,footfall-nudge,footfall-point,footfall-preview'

export const startPointing = ({ core, ask, preview, query, direction, end, proceed }: Pointing) => {
  const { texts, pages, reportTo } = preview.pointing
  const name = Object.values(preview.names)[0] ?? ''
  let state: 'pointing' | 'paused' | 'picked' | 'sent' = 'pointing'
  let current: Element | null = null
  let selector: string | null = null
  let zone: Zone | null = null
  let check: PageCheck | null = null
  /** Number of the last pick, for answers that come later. */
  let round = 0

  // Everything that the owner set is left out that could keep the nudge from this page.
  core.ask = async () => {
    const read = await ask()
    if (!read) return null
    const nudges =
      selector && zone ? read.payload.nudges.map((one) => placed(one, selector, zone)) : []
    return { ...read, payload: { ...read.payload, nudges, unshown: [] } }
  }
  core.report = () => {}

  const arrange = () => screen.arrange(state, current ? listZones(current) : [], zone)

  const draw = () => {
    arrange()
    proceed()
  }

  const point = (element: Element | null) => {
    if (!element || element === current) return
    current = element
    const words = element.textContent.trim().replace(/\s+/g, ' ').slice(0, 40)
    if (state === 'pointing') screen.announce(`${element.localName} ${words}`)
  }

  const pick = () => {
    if (!current) return
    const turn = ++round
    state = 'picked'
    check = null
    selector = makeSelector(current)
    const zones = listZones(current)
    zone = selector === null ? null : zones.includes('after') ? 'after' : (zones[0] ?? null)
    draw()
    screen.focusUse()
    if (selector === null) {
      screen.announce(texts.unnamed)
      return
    }
    screen.announce(texts.checking)
    void checkPages(selector, pages).then(
      guarded((found: PageCheck | null) => {
        if (turn !== round) return
        check = found
        screen.announce(describeCheck(found))
      }),
    )
  }

  const describeCheck = (found: PageCheck | null) => {
    if (!found) return texts.unchecked
    const all = found.found + found.missing.length
    if (!all) return texts.alone
    const [missing] = found.missing
    return (
      fill(texts.found, { found: String(found.found), all: String(all) }) +
      (missing === undefined ? '' : ` ${fill(texts.missing, { page: missing })}`)
    )
  }

  const restart = () => {
    const hadNudge = zone !== null
    round++
    state = 'pointing'
    selector = zone = null
    screen.announce('')
    if (hadNudge) draw()
    else arrange()
    screen.focusVeil()
  }

  const send = async () => {
    if (!selector || !zone) return
    const { path, kind = readKind() } = core.facts
    const place = { selector, where: zone, page: path, kind, found: check?.found ?? 0 }
    // Pages with Prototype.js write lists as strings.
    const missing = (check?.missing ?? []).map((page) => JSON.stringify(page)).join()
    const answer = await sendRequest(reportTo + query, {
      method: 'POST',
      body: `{"place":${writeJson(place).slice(0, -1)},"missing":[${missing}]}}`,
    })
    const isSent = answer?.status === 200
    if (isSent) state = 'sent'
    arrange()
    if (isSent) screen.announce(texts.sent)
    else screen.announce(answer?.status === 403 ? texts.expired : fill(texts.failed, { selector }))
  }

  const move = (next: Element | null | undefined) => {
    point(findPointed(next))
    current?.scrollIntoView({ block: 'nearest' })
  }

  const resize = (next: Element | null | undefined) => {
    const found = findPointed(next)
    if (!found) return
    current = found
    pick()
  }

  const screen = makePointScreen({ ...texts, end: preview.end }, name, {
    zone: (chosen) => {
      if (!selector) return
      zone = chosen
      draw()
    },
    use: () => void send().catch(() => {}),
    again: restart,
    larger: () => resize(current?.parentElement),
    smaller: () => resize(current && listInside(current)[0]),
    pause: () => {
      if (state === 'paused' || state === 'sent') restart()
      else {
        state = 'paused'
        selector = zone = current = null
        draw()
        screen.announce('')
      }
    },
    end,
  })

  const { veil } = screen
  const listenTrusted = (type: 'pointermove' | 'click', work: (event: MouseEvent) => void) =>
    listen(veil, type, (event) => {
      if (event.isTrusted) work(event)
    })
  listenTrusted('pointermove', ({ clientX, clientY }) => {
    if (state === 'pointing') point(findBeneath(clientX, clientY))
  })
  listenTrusted('click', ({ clientX, clientY }) => {
    const found = findBeneath(clientX, clientY)
    if (!found) return
    current = found
    pick()
  })
  listen(window, 'keydown', (event) => {
    if (!event.isTrusted || state === 'paused' || state === 'sent') return
    if (event.key === 'Escape') {
      stop(event)
      if (state === 'picked') restart()
      else end()
      return
    }
    const step =
      state === 'pointing' && !event.ctrlKey && !event.altKey && !event.metaKey && steps[event.key]
    if (!step) return
    stop(event)
    if (!current) move(findMiddle())
    else step(current, event.shiftKey)
  })

  const steps: Record<string, ((at: Element, isBack: boolean) => void) | undefined> = {
    Enter: pick,
    ArrowUp: (at) => move(at.parentElement),
    ArrowDown: (at) => move(listInside(at)[0]),
    ArrowRight: (at) => move(findBeside(at, 'nextElementSibling')),
    ArrowLeft: (at) => move(findBeside(at, 'previousElementSibling')),
    Tab: (at, isBack) => {
      const all = listInside(document.body)
      move(all[all.indexOf(at) + (isBack ? -1 : 1)])
    },
  }

  const follow = guarded(() => {
    if (!screen.host.isConnected) document.documentElement.append(screen.host)
    // The page has replaced it.
    if (current && !current.isConnected) {
      current = null
      if (state === 'picked') restart()
    }
    const isShown = state === 'pointing' || state === 'picked'
    screen.frame(isShown ? current : null, state === 'picked' ? zone : null)
    requestAnimationFrame(follow)
  })

  document.documentElement.append(screen.host)
  screen.setDirection(direction)
  arrange()
  follow()
  screen.focusVeil()
}

/** Without what keeps it from this page: the owner sees its place, under the watermark. */
const placed = (nudge: PixelNudge, selector: string | null, where: Zone | null): PixelNudge => {
  const { rules: _rules, countries: _countries, items, ...rest } = nudge
  const shown = items.slice(0, 1).map(({ claim, title, text, image, initial, stars, count }) => {
    const words = count?.forms.slice(-1)[0] ?? text
    // Numbers and names that only another page knows.
    const example = words.replace(/#/g, '5').replace(/\{\w+(?:\|(\w*))?\}/g, '$1…')
    const item: PixelItem = { claim, title: title.replace(/#/g, '5'), text: example }
    if (image !== undefined) item.image = image
    if (initial !== undefined) item.initial = initial
    if (stars !== undefined) item.stars = stars
    return item
  })
  const placement = selector && where ? { placement: { selector, where } } : {}
  return { ...rest, ...placement, items: shown }
}

const fill = (text: string, facts: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => facts[name] ?? whole)

const stop = (event: Event) => {
  event.preventDefault()
  event.stopImmediatePropagation()
}

const findBeneath = (x: number, y: number) =>
  findPointed(document.elementsFromPoint(x, y).find((element) => !element.closest(ours)))

const findMiddle = () => findBeneath(innerWidth / 2, innerHeight / 3)

/** All below it that can be chosen, in their order. */
const listInside = (element: Element) =>
  [...element.querySelectorAll('*')].filter(
    (one) => hasBox(one) && !one.closest(ours) && findPointed(one) === one,
  )

const findBeside = (element: Element, side: 'nextElementSibling' | 'previousElementSibling') => {
  let one = element[side]
  while (one && (!hasBox(one) || findPointed(one) !== one || one.matches(ours))) one = one[side]
  return one
}
