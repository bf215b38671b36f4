/** Draws a nudge into the dashboard with what draws it on a shop's page, so that both look the same. */
import type { PixelPayload } from '#app/contract/pixel.ts'
import { fillCard } from '#app/pixel/card/card.ts'
import { addStyle, makeLayer } from '#app/pixel/card/layer.ts'
import { tellItem } from '#app/pixel/facts/words.ts'
import { enrich } from '#app/pixel/more/enrich.ts'
import { explain } from '#app/pixel/more/explain.ts'
import { writeInlineStyle } from '#app/pixel/more/inline.ts'
import { tell } from '#app/pixel/tell.ts'

export type Look = {
  device: 'desktop' | 'phone'
  page: 'light' | 'dark'
  direction: 'ltr' | 'rtl'
}

/**
 * Puts the payload's first nudge into `place` as it stands when it has come. False when it has nothing
 * to say here: no data, or a number that only a page of the shop knows.
 *
 * @param close called when the nudge was closed; it has left the place then
 */
export function drawNudge(
  place: HTMLElement,
  payload: PixelPayload,
  { look, close }: { look: Look; close: () => void },
): boolean {
  place.replaceChildren()
  const showing = firstOf(payload)
  if (!showing) return false
  const now = () => Date.now() / 1000
  const words = tell(showing.item, momentOf(payload, now()), tellItem)
  if (typeof words === 'string') return false

  const { nudge } = showing
  const shown = { ...payload, options: optionsOf(payload, look) }
  const layer = makeLayer(shown, nudge.surface)
  const leave = () => {
    layer.host.remove()
    close()
  }
  const stage = {
    payload: shown,
    report: () => {},
    tell: () => words,
    now,
    onFacts: () => () => {},
    onGone: () => {},
    more: { enrich, explain },
    fetchMore: (work: () => void) => {
      work()
    },
  }
  const isClosable =
    nudge.surface === 'popup' && (shown.options.showClose || nudge.isPersistent === true)
  const acts = { ...(isClosable ? { close: leave } : {}), turnOff: leave, toggled: () => {} }
  fillCard(layer, { showing, stage }, acts).write(words)
  layer.card.classList.add('on')
  addStyle(
    layer.card,
    nudge.surface === 'inline' ? writeInlineStyle(shown.options) : fitInto(shown),
  )
  place.append(layer.host)
  return true
}

/** The picture belongs to another host and the link leads away: neither has a place in the dashboard. */
function firstOf({ nudges: [nudge] }: PixelPayload) {
  const [item] = nudge?.items ?? []
  if (!nudge || !item) return null
  const { image: _image, url: _url, ...drawn } = item
  return { nudge, item: drawn }
}

/** A visitor of whom nothing is known, on a page that told nothing. */
const momentOf = (payload: PixelPayload, now: number) => ({
  ...payload,
  facts: { path: '/', variables: {} },
  now,
  address: '/',
  kind: 'home',
  isMobile: false,
  country: null,
  visitor: { isReturning: null, seen: [] },
  hasPlace: () => true,
})

function optionsOf({ options }: PixelPayload, { device, page, direction }: Look) {
  const position = device === 'phone' ? options.mobilePosition : options.position
  return {
    ...options,
    // The window of the dashboard is not the one that is shown.
    position,
    mobilePosition: position,
    theme: options.theme === 'auto' ? page : options.theme,
    direction,
  }
}

/** Where the card measures the window, it is to measure its place. */
const fitInto = ({ options: { offset } }: PixelPayload) => `:host{z-index:0!important}
.card{max-width:min(360px,100% - ${String(2 * offset.horizontal)}px);max-height:calc(100% - 24px)}
.on{min-width:min(300px,100% - 24px)}`
