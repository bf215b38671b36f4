/** Where a popup could be, on its preview: a press moves it, for this nudge only. */
import type { PixelPayload } from '#app/contract/pixel.ts'
import { positions } from '#app/contract/site-options.ts'
import { positionLabels } from '#app/ui/position-picker/position-labels.ts'
import type { Values } from './field.tsx'

type CornersProps = {
  /** Its first nudge is a popup. */
  payload: PixelPayload
  device: 'desktop' | 'phone'
  put: (fields: Values) => void
}

export function Corners({ payload: { options, nudges }, device, put }: CornersProps) {
  const { position, mobilePosition } = { ...options, ...nudges[0]?.look }
  const current = device === 'phone' ? mobilePosition : position
  return (
    <div role="group" aria-label="Position of this nudge" className="nudge-preview__corners">
      {positions.map((one) => (
        <button
          key={one}
          type="button"
          className="nudge-preview__corner"
          aria-label={positionLabels[one]}
          title={positionLabels[one]}
          aria-pressed={one === current}
          onClick={() => {
            // The other device keeps the position that it has.
            put({
              'look.placed': 'nudge',
              'look.position': device === 'phone' ? position : one,
              'look.mobilePosition': device === 'phone' ? one : mobilePosition,
            })
          }}
        />
      ))}
    </div>
  )
}
