/** A schematic page with a card of the pixel on it, on a device that can be chosen. Reports nothing. */
import { DesktopIcon, MobileIcon, MoonIcon, SunIcon } from '@shopify/polaris-icons'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '../kit/button.tsx'
import type { PreviewLook } from './nudge-preview-drawing.ts'

/**
 * Draws the content into a place. False: there is nothing to show.
 *
 * @param close called after the card was closed and removed
 */
export type DrawPreview = (
  place: HTMLElement,
  content: string,
  about: { look: PreviewLook; close: () => void },
) => boolean

type PreviewStageProps = {
  /** In JSON. A change draws it again; a refresh without one closes no panel and moves no focus. */
  content: string
  /** Loads the pixel's code on demand, so the screen doesn't wait for it. The same function each time. */
  load: () => Promise<DrawPreview>
  direction: PreviewLook['direction']
  /** Modifiers of the page's class. */
  kinds: readonly string[]
  /** Shown when there is nothing to show. */
  empty: string
  /** Drawn on the page, below the card. */
  corners?: ((device: PreviewLook['device']) => ReactNode) | undefined
}

type LookChoice<Name extends keyof PreviewLook> = readonly [
  name: Name,
  label: string,
  values: readonly (readonly [value: PreviewLook[Name], label: string, icon?: typeof SunIcon])[],
]

const looks: readonly [LookChoice<'device'>, LookChoice<'page'>, LookChoice<'direction'>] = [
  [
    'device',
    'Device',
    [
      ['desktop', 'Desktop', DesktopIcon],
      ['phone', 'Phone', MobileIcon],
    ],
  ],
  [
    'page',
    'Page',
    [
      ['light', 'Light page', SunIcon],
      ['dark', 'Dark page', MoonIcon],
    ],
  ],
  [
    'direction',
    'Direction',
    [
      ['ltr', 'Left to right'],
      ['rtl', 'Right to left'],
    ],
  ],
]

const pageClass = 'nudge-preview__page'

export function PreviewStage(props: PreviewStageProps) {
  const { content, load, direction, kinds, empty, corners } = props
  const [look, setLook] = useState<PreviewLook>({ device: 'desktop', page: 'light', direction })
  const [state, setState] = useState<'drawn' | 'empty' | 'closed' | 'waiting'>('waiting')
  const place = useRef<HTMLDivElement>(null)
  const isOpen = state !== 'closed'

  useEffect(() => {
    if (!place.current || !isOpen) return
    const close = () => {
      setState('closed')
    }
    let isOver = false
    void load().then((draw) => {
      if (isOver || !place.current) return
      const isDrawn = draw(place.current, content, { look, close })
      setState(isDrawn ? 'drawn' : 'empty')
    })
    return () => {
      isOver = true
    }
  }, [content, load, look, isOpen])

  return (
    <div className="stack gap-12">
      <div className="nudge-preview__looks row gap-12">
        {looks.map(([name, label, choices]) => (
          <div key={name} role="group" aria-label={label} className="segments">
            {choices.map(([value, words, Icon]) => (
              <button
                key={value}
                type="button"
                className="segments__one"
                aria-pressed={value === look[name]}
                onClick={() => {
                  setLook({ ...look, [name]: value })
                }}
              >
                {Icon && <Icon width={16} fill="currentColor" aria-hidden focusable="false" />}
                {words}
              </button>
            ))}
          </div>
        ))}
      </div>
      <div
        className={['', look.page, look.device, ...kinds]
          .map((kind) => (kind === '' ? pageClass : `${pageClass}--${kind}`))
          .join(' ')}
        role="group"
        aria-label="Preview"
      >
        {corners?.(look.device)}
        <div ref={place} />
        {state === 'empty' && <p className="nudge-preview__empty prose">{empty}</p>}
        {state === 'closed' && (
          <div className="nudge-preview__empty">
            <Button
              onClick={() => {
                setState('waiting')
              }}
            >
              Replay
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}
