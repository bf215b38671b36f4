import type { PixelPayload } from '#app/contract/pixel.ts'
import { exampleFor, plainPage } from '#app/ui/nudge-preview/sample-page.ts'
import { NudgePreview } from '#app/ui/nudge-preview/nudge-preview.tsx'

type SamplePreviewProps = { payload: PixelPayload; children: string }

/**
 * A nudge of made-up data, marked as such. What only a page knows, such as its stock, is made up as
 * well.
 *
 * @param props.children what the owner has to know
 */
export const SamplePreview = ({ payload, children }: SamplePreviewProps) => (
  <section className="look-first" aria-labelledby="look-first">
    <h2 id="look-first" className="look-first__tag">
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
