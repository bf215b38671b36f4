import type { PixelPayload } from '#app/contract/pixel.ts'
import { exampleFor, plainPage } from '#app/ui/nudge-preview/sample-page.ts'
import { NudgePreview } from '#app/ui/nudge-preview/nudge-preview.tsx'
import { firstNudgeOnly } from '#app/ui/nudge-preview/thumbnail.tsx'

type SamplePreviewProps = { payload: PixelPayload; children: string }

/**
 * A nudge of sample data, marked as such. Data that only a page knows, for example its stock, is
 * sample data as well.
 *
 * @param props.children information for the owner
 */
export const SamplePreview = ({ payload, children }: SamplePreviewProps) => (
  <section className="look-first" aria-labelledby="look-first">
    <h2 id="look-first" className="example-tag">
      Example
    </h2>
    <NudgePreview
      payload={payload}
      empty="There’s nothing to show right now."
      page={{ ...plainPage, ...examplePage(payload) }}
    />
    <p className="step__text">{children}</p>
  </section>
)

/** The numbers that the first item needs from a page. Null: it needs none. */
export function examplePage({ nudges: [nudge] }: PixelPayload) {
  const [item] = nudge?.items ?? []
  return item && (item.count || item.threshold) ? exampleFor(item) : null
}

/**
 * A nudge of sample orders on a drawn page. It is drawn in this browser from what the gallery shows as
 * examples: there is no order, no nudge and no link behind it, so nothing of it can be published.
 */
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
