/** The preview of the current settings, its places and its items, loaded after the screen. */
import { useState } from 'react'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { Badge } from '#app/ui/kit/badge.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { NudgePreview } from '#app/ui/nudge-preview/nudge-preview.tsx'
import { exampleFor, plainPage, type SamplePage } from '#app/ui/nudge-preview/sample-page.ts'
import { Corners } from './corners.tsx'
import type { StageProps } from './stage.tsx'

export function StageDrawing({ preview, put }: StageProps) {
  const { empty } = preview
  // A claim that is blocked leaves nothing to show, not even of an example.
  const example = preview.example?.nudges.length === 0 ? null : preview.example
  const payload = example ?? preview.payload ?? preview.example
  const isEmpty = payload?.nudges.length === 0
  const [place, setPlace] = useState(0)
  const items = payload?.nudges[0]?.items ?? []
  const at = items.length === 0 ? 0 : place % items.length
  const item = items[at]
  const page = item ? exampleFor(item) : null

  return (
    <>
      {payload ? (
        <NudgePreview
          key={payload.options.direction}
          payload={startAt(payload, at)}
          empty={empty}
          page={{ ...plainPage, ...page }}
          corners={
            put && payload.nudges[0]?.surface === 'popup'
              ? (device) => <Corners {...{ payload, device, put }} />
              : undefined
          }
        />
      ) : (
        <div className="stack gap-12">
          <div className="nudge-preview__looks" />
          <div className="nudge-preview__page" />
        </div>
      )}
      <div className="studio__source row between gap-8 muted">
        {put && payload && isPlacedAlone(payload) && (
          <p>
            Position for this nudge only{' '}
            <button
              type="button"
              className="editor__go text-link"
              onClick={() => {
                put({ 'look.placed': 'site' })
              }}
            >
              Use the site’s
            </button>
          </p>
        )}
        <p>
          {isEmpty ? null : example ? (
            <>
              <Badge tone="info">Example</Badge>{' '}
              {preview.payload === null
                ? 'Complete the required fields to see your own.'
                : preview.empty}
            </>
          ) : page === null ? (
            'Your current data'
          ) : (
            `Sample data: ${exampleWords(page)}. Your pages use the real numbers.`
          )}
        </p>
        {items.length > 1 && (
          <div className="row gap-12 flex-none">
            <Button
              size="slim"
              accessibilityLabel="Previous item"
              onClick={() => {
                setPlace(at + items.length - 1)
              }}
            >
              ‹
            </Button>
            <p role="status">
              {String(at + 1)} of {String(items.length)}
            </p>
            <Button
              size="slim"
              accessibilityLabel="Next item"
              onClick={() => {
                setPlace(at + 1)
              }}
            >
              ›
            </Button>
          </div>
        )}
      </div>
    </>
  )
}

const isPlacedAlone = ({ nudges: [nudge] }: PixelPayload) =>
  nudge?.surface === 'popup' && (nudge.look?.position ?? nudge.look?.mobilePosition) !== undefined

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
