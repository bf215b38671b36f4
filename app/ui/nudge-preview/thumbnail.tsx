/** A small drawing of what a nudge shows now, by the pixel's own card. Not interactive. */
import { useEffect, useRef, useState } from 'react'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { exampleFor, plainPage } from './sample-page.ts'

type ThumbnailProps = {
  /** With one nudge; null: no data. Undefined: still loading. */
  payload: PixelPayload | null | undefined
  label: string
  /** In the gallery: on a page that has what the type needs. */
  isLarge?: boolean
  /** In a row of a table. */
  isSmall?: boolean
}

export function Thumbnail({ payload, label, isLarge = false, isSmall = false }: ThumbnailProps) {
  const place = useRef<HTMLSpanElement>(null)
  const [isDrawn, setIsDrawn] = useState<boolean | null>(null)
  // A refresh without changes draws nothing.
  const content = payload ? JSON.stringify(payload) : payload

  useEffect(() => {
    if (!place.current || content === undefined) return
    if (content === null) {
      place.current.replaceChildren()
      setIsDrawn(false)
      return
    }
    place.current.inert = true
    const drawn = JSON.parse(content) as PixelPayload
    const direction = drawn.options.direction === 'rtl' ? 'rtl' : 'ltr'
    const look = { device: 'desktop', page: 'light', direction } as const
    const [item] = drawn.nudges[0]?.items ?? []
    const page = isLarge && item ? Object.assign({}, plainPage, exampleFor(item)) : plainPage
    let isOver = false
    void import('./nudge-preview-drawing.ts').then(({ drawNudge }) => {
      if (isOver || !place.current) return
      setIsDrawn(
        drawNudge(place.current, drawn, {
          look,
          page,
          asCard: true,
          isCentered: isLarge,
          close: () => {},
        }),
      )
    })
    return () => {
      isOver = true
    }
  }, [content, isLarge])

  const item = payload?.nudges[0]?.items[0]
  const description = item ? `${item.title} ${item.text}`.trim() : ''
  return (
    <span
      className={`thumbnail${isLarge ? ' thumbnail--large' : isSmall ? ' thumbnail--small' : ''}`}
      role="img"
      aria-label={
        description === '' ? `${label}: nothing to show right now` : `${label}: ${description}`
      }
    >
      <span className="thumbnail__page" ref={place} />
      {isDrawn === false && (
        <span className="thumbnail__words">
          {payload ? 'Needs data from the page' : 'Nothing to show right now'}
        </span>
      )}
    </span>
  )
}

/** The payload with just that nudge. */
export function firstNudgeOnly(
  payload: PixelPayload | null | undefined,
  shownId: string,
): PixelPayload | null | undefined {
  if (!payload) return payload
  const nudge = payload.nudges.find(({ id }) => id === shownId)
  return nudge ? { ...payload, nudges: [nudge] } : null
}
