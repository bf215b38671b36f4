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

  return (
    <div className="nudge-preview">
      <div className="nudge-preview__looks">
        <Choice
          name="Device"
          of={[
            ['desktop', 'Desktop', DesktopIcon],
            ['phone', 'Phone', MobileIcon],
          ]}
          chosen={look.device}
          choose={(device) => {
            setLook({ ...look, device })
          }}
        />
        <Choice
          name="Page"
          of={[
            ['light', 'Light page', SunIcon],
            ['dark', 'Dark page', MoonIcon],
          ]}
          chosen={look.page}
          choose={(page) => {
            setLook({ ...look, page })
          }}
        />
        <Choice
          name="Direction"
          of={[
            ['ltr', 'Left to right'],
            ['rtl', 'Right to left'],
          ]}
          chosen={look.direction}
          choose={(direction) => {
            setLook({ ...look, direction })
          }}
        />
      </div>
      <div
        className={`nudge-preview__page nudge-preview__page--${look.page} nudge-preview__page--${look.device} nudge-preview__page--${payload.nudges[0]?.surface ?? 'popup'}`}
        role="group"
        aria-label="Preview"
      >
        {corners?.(look.device)}
        <div className="nudge-preview__place" ref={place} />
        {state === 'empty' && <p className="nudge-preview__empty">{empty}</p>}
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

type ChoiceProps<Value extends string> = {
  name: string
  /** Values with their labels and icons. */
  of: readonly (readonly [Value, string, typeof SunIcon?])[]
  chosen: Value
  choose: (value: Value) => void
}

function Choice<Value extends string>({ name, of, chosen, choose }: ChoiceProps<Value>) {
  return (
    <div role="group" aria-label={name} className="segments">
      {of.map(([value, label, Icon]) => (
        <button
          key={value}
          type="button"
          className="segments__one"
          aria-pressed={value === chosen}
          onClick={() => {
            choose(value)
          }}
        >
          {Icon && <Icon aria-hidden focusable="false" />}
          {label}
        </button>
      ))}
    </div>
  )
}
