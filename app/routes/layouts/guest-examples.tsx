/** Examples of nudges, drawn by the pixel's own card. Not interactive. */
import { useEffect, useRef } from 'react'
import type { PixelPayload } from '#app/contract/pixel.ts'

export const GuestExamples = ({ payload }: { payload: PixelPayload }) => (
  <figure className="guest__examples stack w-full m-0">
    <figcaption className="guest__tag small">Example</figcaption>
    {payload.nudges.map((nudge) => (
      <ExampleCard key={nudge.id} payload={payload} id={nudge.id} />
    ))}
  </figure>
)

function ExampleCard({ payload, id }: { payload: PixelPayload; id: string }) {
  const place = useRef<HTMLSpanElement>(null)
  const nudge = payload.nudges.find((one) => one.id === id)

  useEffect(() => {
    const { current } = place
    // Narrow windows show only the form.
    if (!current || !nudge || current.offsetParent === null) return
    current.inert = true
    let isOver = false
    void import('#app/ui/nudge-preview/nudge-preview-drawing.ts').then(({ drawNudge }) => {
      if (isOver) return
      drawNudge(
        current,
        { ...payload, nudges: [nudge] },
        {
          look: { device: 'desktop', page: 'light', direction: 'ltr' },
          isCentered: true,
          close: () => undefined,
        },
      )
    })
    return () => {
      isOver = true
    }
  }, [payload, nudge])

  return <span ref={place} className="guest__example" aria-hidden />
}
