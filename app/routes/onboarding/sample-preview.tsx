import type { PixelPayload } from '#app/contract/pixel.ts'
import { NudgePreview } from '#app/ui/nudge-preview/nudge-preview.tsx'

type SamplePreviewProps = { payload: PixelPayload; children: string }

/** A nudge of made-up data, marked as such. @param props.children what the owner has to know */
export const SamplePreview = ({ payload, children }: SamplePreviewProps) => (
  <section className="look-first" aria-labelledby="look-first">
    <h2 id="look-first" className="look-first__tag">
      Sample
    </h2>
    <NudgePreview payload={payload} empty="There’s nothing to show right now." />
    <p className="step__text">{children}</p>
  </section>
)
