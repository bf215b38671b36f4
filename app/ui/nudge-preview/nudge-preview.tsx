/** A nudge as a visitor will see it, on a schematic page. */
import type { ReactNode } from 'react'
import type { PixelPayload } from '#app/contract/pixel.ts'
import type { PreviewLook } from './nudge-preview-drawing.ts'
import { PreviewStage, type DrawPreview } from './preview-stage.tsx'
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
  const { surface = 'popup', look } = payload.nudges[0] ?? {}
  return (
    <PreviewStage
      content={JSON.stringify({ payload, page })}
      load={loadDrawing}
      direction={payload.options.direction === 'rtl' ? 'rtl' : 'ltr'}
      kinds={[surface, look?.layout ?? 'card']}
      {...{ empty, corners }}
    />
  )
}

const loadDrawing = async (): Promise<DrawPreview> => {
  const { drawNudge } = await import('./nudge-preview-drawing.ts')
  return (place, content, about) => {
    const { payload, page } = JSON.parse(content) as { payload: PixelPayload; page?: SamplePage }
    return drawNudge(place, payload, { ...about, ...(page === undefined ? {} : { page }) })
  }
}
