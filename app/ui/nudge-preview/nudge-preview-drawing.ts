/** Draws a nudge in the dashboard with the pixel's own code, so both look the same. */
import type { PixelPayload } from '#app/contract/pixel.ts'
import { layoutsOf } from '#app/domain/wording/card-design/layouts.ts'
import { drawCard } from '#app/pixel/card/card.ts'
import { addStyle } from '#app/pixel/card/theme.ts'
import { fillItem } from '#app/pixel/facts/fill-item.ts'
import { enrichCard } from '#app/pixel/more/enrich.ts'
import { explainNudge } from '#app/pixel/more/explain.ts'
import { writeInlineStyle } from '#app/pixel/more/inline-style.ts'
import { formatItem, planNudges } from '#app/pixel/plan.ts'
import type { NotShownReason } from '#app/contract/pixel-events.ts'
import { plainPage, type SamplePage } from './sample-page.ts'

export type PreviewLook = {
  device: 'desktop' | 'phone'
  page: 'light' | 'dark'
  direction: 'ltr' | 'rtl'
}

type DrawingOptions = {
  look: PreviewLook
  close: () => void
  page?: SamplePage
  /** Popups of any layout as a card: the place is too small to read the others. */
  asCard?: boolean
  /** In the middle of the place, wherever pages show it. */
  isCentered?: boolean
}

/**
 * Draws the payload's first nudge into `place` in its final state. False when it shows nothing
 * here, because there is no data or it needs a number that only a shop's page knows.
 *
 * @param close called after the nudge was closed and removed
 */
export function drawNudge(
  place: HTMLElement,
  given: PixelPayload,
  { look, close, page = plainPage, asCard = false, isCentered = false }: DrawingOptions,
): boolean {
  place.replaceChildren()
  const payload = asCard ? popupsAsCards(given) : given
  const showing = firstOf(payload)
  if (!showing) return false
  const now = () => Date.now() / 1000
  const words = formatItem(showing.item, momentOf(payload, now(), page), fillItem)
  if (typeof words === 'string') return false

  const { nudge } = showing
  const shown = { ...payload, options: optionsOf(payload, look) }
  place.dir = look.direction
  const leave = () => {
    host.remove()
    close()
  }
  const isPopup = nudge.surface === 'popup'
  const { host, root, card, showText } = drawCard(
    {
      ...showing,
      payload: shown,
      report: () => {},
      formatText: () => words,
      now,
      begunAt: now(),
      onFacts: () => () => {},
      isOver: () => false,
      onGone: leave,
      parts: { enrich: enrichCard, explain: explainNudge },
      load: (_part, work) => {
        work()
      },
    },
    place,
    isPopup ? leave : undefined,
  )
  showText(words)
  card.classList.add('on')
  addStyle(card, isPopup ? fitInto(look) : writeInlineStyle(shown.options))
  const isBar = nudge.look?.layout === 'bar'
  simulateDevice(root, widthOf(look, { place: place.clientWidth, isBar }))
  if (isCentered) addStyle(card, inMiddle)
  place.append(host)
  return true
}

/** Without its link, which leads away. The dashboard's images are on its own host. */
function firstOf({ nudges: [nudge] }: PixelPayload) {
  const [item] = nudge?.items ?? []
  if (!nudge || !item) return null
  const { image, url: _url, ...drawn } = item
  if (image === undefined) return { nudge, item: drawn }
  return { nudge, item: { ...drawn, image: new URL(image, location.href).href } }
}

/** Why the payload's nudge wouldn't be shown on such a page now; null when it would. */
export function evaluatePage(payload: PixelPayload, page: SamplePage): NotShownReason | null {
  const moment = momentOf(payload, Date.now() / 1000, page)
  const plan = planNudges(payload.nudges, moment, (item) => formatItem(item, moment, fillItem))
  if (plan.nudges.length > 0) return null
  return plan.reasons[0]?.reason ?? payload.unshown?.[0]?.reason ?? 'no_data'
}

const presentSeconds = 300
const sampleProduct = 'sample'

/** A visitor of whom no more is known than the sample page says. */
const momentOf = (payload: PixelPayload, now: number, page: SamplePage) => {
  const { path, kind, isMobile, isReturning, country, stock, cart, others } = page
  return {
    ...payload,
    ...(others === undefined ? {} : { counts: countsOf(path, others + 1, now) }),
    facts: {
      path,
      kind,
      variables: {},
      product: { id: sampleProduct, stock },
      ...(cart === undefined ? {} : { cart }),
    },
    now,
    address: path,
    kind,
    isMobile,
    country,
    visitor: { isReturning: isReturning || null, seen: [] },
    hasPlace: () => true,
  }
}

const countsOf = (path: string, count: number, now: number) => ({
  until: now + presentSeconds,
  window: presentSeconds,
  visitors: count,
  pages: { [path]: count },
  products: { [sampleProduct]: count },
  carts: { window: presentSeconds, products: { [sampleProduct]: count } },
})

function optionsOf(
  { options: ofSite, nudges }: PixelPayload,
  { device, page, direction }: PreviewLook,
) {
  const options = { ...ofSite, ...nudges[0]?.look }
  const position = device === 'phone' ? options.mobilePosition : options.position
  return {
    ...options,
    // The dashboard's window isn't the one to simulate.
    position,
    mobilePosition: position,
    theme: options.theme === 'auto' || !options.theme ? page : options.theme,
    ...(options.direction ? { direction } : {}),
  }
}

/**
 * Makes the card measure its container instead of the window, which may not be a phone's. Stops its
 * animation when it is drawn again.
 */
const fitInto = ({ device }: PreviewLook) => `:host{z-index:0!important}
.card{${device === 'phone' ? '--far:12px;max-width:420px;' : ''}animation:none!important;max-height:calc(100% - 24px)}`

function popupsAsCards(payload: PixelPayload): PixelPayload {
  const nudges = payload.nudges.map((nudge) => {
    if (nudge.surface !== 'popup' || !nudge.look) return nudge
    const { layout: _layout, ...look } = nudge.look
    return { ...nudge, look }
  })
  return { ...payload, ...layoutsOf(nudges), nudges }
}

/** The breakpoint for phones. */
const phoneWidth = 640
/** In pixels. A bar has its buttons' width on both sides, so its text needs a place of this width. */
const barWidth = 480

/**
 * The window's width that a drawing simulates: a phone's or a wider one, however wide the dashboard's
 * window is. A bar in a narrow place is as on a phone, where its text can be read.
 */
const widthOf = ({ device }: PreviewLook, { place, isBar }: { place: number; isBar: boolean }) =>
  device === 'phone' || (isBar && place < barWidth) ? Math.min(place, phoneWidth - 1) : phoneWidth

/** Makes the style's rules hold that do in a high window of that width. A narrow phone has no line. */
function simulateDevice({ adoptedStyleSheets }: ShadowRoot, simulated: number) {
  for (const rule of adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules])) {
    if (!(rule instanceof CSSMediaRule)) continue
    const { media } = rule
    const { mediaText } = media
    const queries = mediaText
      .split(',')
      .map((query) => [...query.matchAll(/(min|max)-(width|height): ([\d.]+)px/g)])
    if (queries.some((bounds) => bounds.length === 0)) continue
    const holds = queries.some((bounds) =>
      bounds.every(([, bound, measure, pixels]) => {
        const size = measure === 'width' ? simulated : Infinity
        return bound === 'min' ? size >= Number(pixels) : size <= Number(pixels)
      }),
    )
    media.mediaText = holds ? 'all' : 'not all'
  }
}

const inMiddle = ':host>.card{inset:0!important;margin:auto;height:fit-content}'
