import type { PixelSize } from '#app/domain/sites/pixel-size.server.ts'
import { Panel } from '#app/ui/panel.tsx'

const format = new Intl.NumberFormat('en', { maximumFractionDigits: 1, minimumFractionDigits: 1 })
const kilobytes = (bytes: number) => `${format.format(bytes / 1000)} KB`

/** @param size null when the pixel isn't built */
export function SizePanel({ size }: { size: PixelSize | null }) {
  if (size === null) return null
  const rows = [
    { what: 'On every page', bytes: size.core },
    { what: 'On a page that shows a popup', bytes: size.popup },
    { what: 'Everything it may ever load', bytes: size.everything },
  ]
  return (
    <Panel>
      <h2 className="part-title">What it weighs</h2>
      <p className="part-lead">
        Measured on the scripts that this server hands out, compressed with brotli as browsers load
        them. Beside them comes what your nudges say.
      </p>
      <dl className="sizes">
        {rows.map(({ what, bytes }) => (
          <div key={what} className="sizes__entry">
            <dt>{what}</dt>
            <dd>{kilobytes(bytes)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
