/**
 * A nudge of sample orders on a drawn page. It is drawn in this browser from what the gallery shows as
 * examples: there is no order, no nudge and no link behind it, so nothing of it can be published.
 */
import type { PixelPayload } from '#app/contract/pixel.ts'
import { NudgePreview } from '#app/ui/nudge-preview/nudge-preview.tsx'
import { firstNudgeOnly } from '#app/ui/nudge-preview/thumbnail.tsx'

export function LookFirst({ pictures }: { pictures: PixelPayload | null }) {
  const sample = firstNudgeOnly(pictures, 'purchase')
  if (!sample) return null
  return (
    <section className="look-first" aria-labelledby="look-first">
      <h2 id="look-first" className="look-first__tag">
        Sample
      </h2>
      <NudgePreview payload={sample} empty="There’s nothing to show right now." />
      <p className="step__text">
        This order is made up. Only you see it, only here, and it can’t be published. Visitors only
        ever see your real orders.
      </p>
    </section>
  )
}
