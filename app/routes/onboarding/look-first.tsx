/**
 * A nudge of sample orders on a drawn page. It is drawn in this browser from what the gallery shows as
 * examples: there is no order, no nudge and no link behind it, so nothing of it can be published.
 */
import type { PixelPayload } from '#app/contract/pixel.ts'
import { firstNudgeOnly } from '#app/ui/nudge-preview/thumbnail.tsx'
import { SamplePreview } from './sample-preview.tsx'

export function LookFirst({ pictures }: { pictures: PixelPayload | null }) {
  const sample = firstNudgeOnly(pictures, 'purchase')
  if (!sample) return null
  return (
    <SamplePreview payload={sample}>
      This order is made up. Only you see it, only here, and it can’t be published. Visitors only
      ever see your real orders.
    </SamplePreview>
  )
}
