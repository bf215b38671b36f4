import type { PixelSize } from '#app/domain/sites/pixel-size.server.ts'
import { Panel } from '#app/ui/panel.tsx'

const format = new Intl.NumberFormat('en', { maximumFractionDigits: 1, minimumFractionDigits: 1 })
const kilobytes = (bytes: number) => `${format.format(bytes / 1000)} KB`

/** @param size null when the pixel isn't built */
export function SizePanel({ size }: { size: PixelSize | null }) {
  if (size === null) return null
  const rows = [
    { what: 'On every page', bytes: size.core },
    { what: 'With a simple popup', bytes: size.plainPopup },
    { what: 'With any other popup', bytes: size.popup },
    { what: 'Maximum, all features', bytes: size.everything },
  ]
  return (
    <Panel>
      <h2 className="part-title">Pixel size</h2>
      <p className="part-lead">
        Size of the scripts as browsers download them (Brotli-compressed). Your nudges’ content
        comes on top.
      </p>
      <dl className="columns gap-16 m-0">
        {rows.map(({ what, bytes }) => (
          <div key={what}>
            <dt className="muted">{what}</dt>
            <dd className="m-0 numbers size">{kilobytes(bytes)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
