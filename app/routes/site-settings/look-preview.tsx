/** A nudge of the site, or a labeled example, with the options on the screen. */
import { useState } from 'react'
import type { LookPreview } from '#app/presenters/look-preview/preview-options.server.ts'
import { Badge } from '#app/ui/kit/badge.tsx'
import { NudgePreview } from '#app/ui/nudge-preview/nudge-preview.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { ContrastMeter } from './contrast-meter.tsx'

const surfaces = [
  ['popup', 'Popup'],
  ['inline', 'Inline'],
] as const

export function LookPreviewPanel({ preview }: { preview: LookPreview }) {
  const { payload, isExample, colors } = preview
  const [surface, setSurface] = useState<'popup' | 'inline'>('popup')
  const shown = { ...payload, nudges: payload.nudges.map((one) => ({ ...one, surface })) }

  return (
    <Panel>
      <h2 className="part-title">Preview</h2>
      <p className="part-lead">
        {isExample && (
          <>
            <Badge tone="info">Example</Badge>{' '}
          </>
        )}
        {isExample
          ? 'An example from an imaginary shop, because none of your live nudges has data to show right now.'
          : 'One of your live nudges with the settings on this page.'}
      </p>
      <div className="stack gap-12 min-w-0">
        <div role="group" aria-label="Nudge format" className="segments">
          {surfaces.map(([value, label]) => (
            <button
              key={value}
              type="button"
              className="segments__one"
              aria-pressed={value === surface}
              onClick={() => {
                setSurface(value)
              }}
            >
              {label}
            </button>
          ))}
        </div>
        <NudgePreview
          key={payload.options.direction}
          payload={shown}
          empty="No preview: this nudge uses data that only your page has."
        />
        <ContrastMeter colours={colors} />
      </div>
    </Panel>
  )
}
