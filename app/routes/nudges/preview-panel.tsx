/** Preview of the current settings. */
import { Button } from '@shopify/polaris'
import { useState } from 'react'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { NudgePreview } from '#app/ui/nudge-preview/nudge-preview.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { exampleFor, plainPage, type SamplePage } from '#app/ui/nudge-preview/sample-page.ts'
import type { EditorPreview } from '#app/presenters/nudge-editor/preview.server.ts'

export function PreviewPanel({ preview }: { preview: EditorPreview }) {
  const { payload, empty } = preview
  const [place, setPlace] = useState(0)
  const items = payload?.nudges[0]?.items ?? []
  const at = items.length === 0 ? 0 : place % items.length
  const item = items[at]
  const example = item ? exampleFor(item) : null

  return (
    <Panel>
      <h2 className="part-title">Preview</h2>
      <p className="part-lead">
        {example === null
          ? 'Based on your current data.'
          : `Sample data: ${exampleWords(example)}. Your pages use the real numbers.`}
      </p>
      {payload ? (
        <NudgePreview
          key={payload.options.direction}
          payload={startAt(payload, at)}
          empty={empty}
          page={{ ...plainPage, ...example }}
        />
      ) : (
        <p className="editor__note">Complete the required fields to see a preview.</p>
      )}
      {items.length > 1 && (
        <div className="editor__next">
          <Button
            onClick={() => {
              setPlace(at + 1)
            }}
          >
            Next item
          </Button>
          <p role="status">
            {String(at + 1)} of {String(items.length)}
          </p>
        </div>
      )}
    </Panel>
  )
}

/** The preview draws the first item. */
function startAt(payload: PixelPayload, place: number): PixelPayload {
  const nudges = payload.nudges.map((one) => ({
    ...one,
    items: [...one.items.slice(place), ...one.items.slice(0, place)],
  }))
  return { ...payload, nudges }
}

function exampleWords({ stock, others, cart, path, country }: Partial<SamplePage>): string {
  const parts = [
    stock === undefined ? '' : `a stock of ${String(stock)}`,
    others === undefined ? '' : `${String(others)} others`,
    cart === undefined ? '' : `a cart of ${String(cart.amount)} ${cart.currency}`,
    path === undefined ? '' : `the path ${path}`,
    country == null ? '' : `a visitor from ${country}`,
  ]
  return parts.filter((one) => one !== '').join(' and ')
}
