/**
 * The layer over the page while its owner points: a veil that takes all clicks, a frame around one
 * element, and a bar. It's in a closed shadow root, so the page's scripts can't reach it. No button
 * answers to a click that a script made.
 */
import type { PointingTexts } from '#app/contract/pointing-texts.ts'
import { makeElement } from '../card/element.ts'
import { guarded } from '../guard.ts'
import type { Zone } from './zones.ts'

const looks = `
:host{all:initial!important;position:fixed!important;z-index:2147483000!important;inset:0!important;pointer-events:none!important}
*{box-sizing:border-box}
.veil{position:absolute;inset:0;pointer-events:auto;cursor:crosshair;outline:0}
.frame{position:absolute;outline:2px solid #0b6e4f;outline-offset:1px;box-shadow:0 0 0 4px #fffc}
.veil:focus-visible+.frame{outline-width:4px}
.frame b{position:absolute;inset:auto auto 100% -2px;padding:1px 6px;white-space:nowrap;color:#fff;background:#0b6e4f;font:12px/18px system-ui,sans-serif}
.frame.low b{inset:0 auto auto 0}
.mark{position:absolute;left:-2px;right:-2px;height:6px;background:#1d4ed8;border-radius:3px}
.before{top:-5px}.after{bottom:-5px}.append{bottom:3px;left:6px;right:6px}
section{position:absolute;inset:auto 8px 8px;margin:0 auto;max-width:600px;max-height:45vh;overflow:auto;pointer-events:auto;padding:10px 12px;color:#fff;background:#0f2a1f;border:1px solid #4ade93;border-radius:10px;font:14px/20px system-ui,sans-serif;overflow-wrap:anywhere;text-align:start}
section.top{inset:8px 8px auto}
h2{margin:0;font:600 14px/20px system-ui,sans-serif}
p{margin:2px 0 0}
.acts{display:flex;flex-wrap:wrap;align-items:center;gap:8px;margin-top:8px}
button{min-height:32px;padding:0 10px;color:inherit;background:none;border:1px solid #7fa892;border-radius:6px;font:inherit;cursor:pointer}
button[aria-pressed=true],.main{color:#0f2a1f;background:#fff;border-color:#fff}
button:focus-visible{outline:2px solid #fff;outline-offset:2px}
button:disabled{opacity:.5;cursor:default}
[hidden]{display:none!important}
@media print{:host{display:none!important}}`

export type Acts = {
  use: () => void
  again: () => void
  pause: () => void
  end: () => void
  /** Absent: what is pointed at has no zones. */
  zone?: (zone: Zone) => void
  larger?: () => void
  smaller?: () => void
}

type ZoneTexts = 'where' | 'before' | 'inside' | 'after' | 'larger' | 'smaller'

type ScreenTexts = Pick<
  PointingTexts,
  'title' | 'how' | 'keys' | 'use' | 'again' | 'pause' | 'resume'
> &
  Partial<Pick<PointingTexts, ZoneTexts>> & { end: string }

const zones = ['before', 'append', 'after'] as const

export const makePointScreen = (texts: ScreenTexts, name: string, acts: Acts) => {
  const host = document.createElement('footfall-point')
  const root = host.attachShadow({ mode: 'closed' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(looks)
  root.adoptedStyleSheets = [sheet]

  const veil = makeElement('div', 'veil')
  veil.tabIndex = 0
  veil.setAttribute('role', 'application')
  veil.setAttribute('aria-label', `${texts.how} ${texts.keys}`)
  const label = makeElement('b', '')
  const mark = makeElement('i', 'mark')
  const frame = makeElement('div', 'frame', label, mark)
  const how = makeElement('p', '', `${texts.how} ${texts.keys}`)
  const status = makeElement('p', '')
  status.setAttribute('role', 'status')

  const button = (words: string, press: () => void, className = '') => {
    const made = makeElement('button', className, words)
    made.type = 'button'
    made.addEventListener(
      'click',
      guarded((event: Event) => {
        if (event.isTrusted) press()
      }),
    )
    return made
  }
  const labels = { before: texts.before, append: texts.inside, after: texts.after }
  const zoneButtons = zones.map((zone) => button(labels[zone] ?? '', () => acts.zone?.(zone)))
  const { where = '', larger = '', smaller = '' } = texts
  const zoneRow = makeElement('div', 'acts', makeElement('span', '', where), ...zoneButtons)
  const use = button(texts.use, acts.use, 'main')
  const again = button(texts.again, acts.again)
  const pickedRow = makeElement(
    'div',
    'acts',
    use,
    again,
    ...(acts.larger ? [button(larger, acts.larger)] : []),
    ...(acts.smaller ? [button(smaller, acts.smaller)] : []),
  )
  const pause = button(texts.pause, acts.pause)
  const lastRow = makeElement('div', 'acts', pause, button(texts.end, acts.end))
  const section = makeElement(
    'section',
    '',
    makeElement(
      'h2',
      '',
      texts.title.replace('{name}', () => name),
    ),
    how,
    status,
    zoneRow,
    pickedRow,
    lastRow,
  )
  section.setAttribute(
    'aria-label',
    texts.title.replace('{name}', () => name),
  )
  root.append(veil, frame, section)
  // Events in here must not reach the page.
  for (const type of [
    'click',
    'pointerdown',
    'pointerup',
    'mousedown',
    'mouseup',
    'keydown',
    'keyup',
    'touchstart',
    'touchend',
  ])
    root.addEventListener(type, (event) => event.stopPropagation())

  return {
    host,
    veil,
    /** For what is beneath. */
    isOurs: (element: Element) => element === host,
    announce: (words: string) => {
      if (status.textContent !== words) status.textContent = words
    },
    focusVeil: () => veil.focus({ preventScroll: true }),
    focusUse: () => (use.hidden || use.disabled ? again : use).focus({ preventScroll: true }),
    /** Draws the frame. Null: nothing is pointed at. */
    frame: (element: Element | null, zone: Zone | null) => {
      frame.hidden = !element
      if (!element) return
      const { left, top, width, height } = element.getBoundingClientRect()
      Object.assign(frame.style, {
        left: `${left}px`,
        top: `${top}px`,
        width: `${width}px`,
        height: `${height}px`,
      })
      frame.classList.toggle('low', top < 24)
      label.textContent = `${element.localName} ${Math.round(width)} × ${Math.round(height)}`
      mark.hidden = !zone
      mark.className = `mark ${zone ?? ''}`
      section.classList.toggle('top', top + height / 2 > innerHeight * 0.55)
    },
    /** Shows the controls for the state. */
    arrange: (
      state: 'pointing' | 'paused' | 'picked' | 'sent',
      offered: readonly Zone[],
      chosen: Zone | null,
    ) => {
      veil.hidden = state === 'paused' || state === 'sent'
      how.hidden = state !== 'pointing'
      pickedRow.hidden = state !== 'picked'
      zoneRow.hidden = pickedRow.hidden || !acts.zone
      pause.textContent = state === 'paused' || state === 'sent' ? texts.resume : texts.pause
      zoneButtons.forEach((one, at) => {
        const zone = zones[at] ?? 'after'
        one.disabled = !offered.includes(zone)
        one.setAttribute('aria-pressed', String(zone === chosen))
      })
      use.disabled = !chosen
    },
    setDirection: (direction: string) => {
      section.dir = direction
    },
  }
}
