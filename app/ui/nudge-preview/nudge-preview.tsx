/** A nudge as a visitor will see it, on a schematic page. Reports nothing. */
import { DesktopIcon, MobileIcon, MoonIcon, SunIcon } from '@shopify/polaris-icons'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { Button } from '../kit/button.tsx'
import type { PreviewLook } from './nudge-preview-drawing.ts'
import type { SamplePage } from './sample-page.ts'

type NudgePreviewProps = {
  /** Its first nudge is shown. */
  payload: PixelPayload
  /** Shown when the nudge has no data. */
  empty: string
  /** The simulated page; absent: one that reports nothing, with an unknown visitor. */
  page?: SamplePage
  /** Drawn on the page, below the nudge. */
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

export function NudgePreview({ payload, empty, page, corners }: NudgePreviewProps) {
  const [look, setLook] = useState<PreviewLook>({
    device: 'desktop',
    page: 'light',
    direction: payload.options.direction === 'rtl' ? 'rtl' : 'ltr',
  })
  const [state, setState] = useState<'drawn' | 'empty' | 'closed' | 'waiting'>('waiting')
  const place = useRef<HTMLDivElement>(null)
  // A refresh without changes must not close panels or move the focus.
  const content = JSON.stringify({ payload, page })
  const isOpen = state !== 'closed'

  useEffect(() => {
    if (!place.current || !isOpen) return
    const close = () => {
      setState('closed')
    }
    const { payload: shown, page: there } = JSON.parse(content) as {
      payload: PixelPayload
      page?: SamplePage
    }
    const about = { look, close, ...(there === undefined ? {} : { page: there }) }
    let isOver = false
    // Loaded on demand: the screen doesn't wait for the pixel's code.
    void import('./nudge-preview-drawing.ts').then(({ drawNudge }) => {
      if (isOver || !place.current) return
      const isDrawn = drawNudge(place.current, shown, about)
      setState(isDrawn ? 'drawn' : 'empty')
    })
    return () => {
      isOver = true
    }
  }, [content, look, isOpen])

  const { surface = 'popup', look: chosenLook } = payload.nudges[0] ?? {}
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
        className={`nudge-preview__page nudge-preview__page--${look.page} nudge-preview__page--${look.device} nudge-preview__page--${surface} nudge-preview__page--${chosenLook?.layout ?? 'card'}`}
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
