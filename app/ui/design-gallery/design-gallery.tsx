/** Designs as pictures, drawn by the pixel's own card with the colors and the data at hand. */
import { useEffect, useRef } from 'react'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { composeDesign } from '#app/domain/wording/card-design/compose-design.ts'
import {
  findDesign,
  namedDesigns,
  type DesignLook,
} from '#app/domain/wording/card-design/designs.ts'
import { layoutsOf } from '#app/domain/wording/card-design/layouts.ts'
import { accentsOf } from '#app/domain/wording/color-contrast.ts'
import { drawNudge } from '../nudge-preview/nudge-preview-drawing.ts'
import { exampleFor, plainPage } from '../nudge-preview/sample-page.ts'

type DesignGalleryProps = {
  /** Its first nudge is drawn. Null: there is none, and only the designs' names show. */
  payload: PixelPayload | null
  color: string
  /** Null: the site's. */
  chosen: DesignLook | null
  /** Offered first, as one of the choices. Absent: this is the site's own look. */
  ofSite?: DesignLook
  /** Null: the site's. */
  onPick: (look: DesignLook | null) => void
}

export function DesignGallery(props: DesignGalleryProps) {
  const { payload, color, chosen, ofSite, onPick } = props
  const found = chosen && findDesign(chosen)
  return (
    <div className="design-gallery" role="group" aria-label="Designs">
      {ofSite && (
        <DesignChoice
          {...{ payload, color }}
          name="Same as site"
          look={ofSite}
          isChosen={chosen === null}
          onPick={() => {
            onPick(null)
          }}
        />
      )}
      {namedDesigns.map((one) => (
        <DesignChoice
          key={one.name}
          {...{ payload, color }}
          name={one.name}
          look={one}
          isChosen={found === one}
          onPick={() => {
            onPick(one)
          }}
        />
      ))}
    </div>
  )
}

type DesignChoiceProps = Pick<DesignGalleryProps, 'payload' | 'color'> & {
  name: string
  look: DesignLook
  isChosen: boolean
  onPick: () => void
}

const DesignChoice = (props: DesignChoiceProps) => (
  <button
    type="button"
    className="design-gallery__choice"
    aria-pressed={props.isChosen}
    // Browsers leave one that is half out of its line where it is.
    onFocus={({ currentTarget }) => {
      currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    }}
    onClick={props.onPick}
  >
    <DesignPicture {...props} />
    <span className="design-gallery__name small">{props.name}</span>
  </button>
)

function DesignPicture({ payload, color, look }: DesignChoiceProps) {
  const place = useRef<HTMLSpanElement>(null)
  const { design, theme, imagePosition } = look
  const shown = payload && wear(payload, { design, theme, imagePosition }, color)
  // The same picture is drawn once.
  const content = JSON.stringify(shown)
  useEffect(() => {
    const drawn = JSON.parse(content) as PixelPayload | null
    if (!place.current || !drawn) return
    place.current.inert = true
    const [item] = drawn.nudges[0]?.items ?? []
    drawNudge(place.current, drawn, {
      look: {
        device: 'desktop',
        page: 'light',
        direction: drawn.options.direction === 'rtl' ? 'rtl' : 'ltr',
      },
      page: { ...plainPage, ...(item && exampleFor(item)) },
      isCentered: true,
      close: () => {},
    })
  }, [content])

  return (
    <span className="design-gallery__picture" aria-hidden>
      <span className="design-gallery__page" ref={place} />
    </span>
  )
}

/** The first nudge as a popup's card in that look. */
function wear(payload: PixelPayload, look: DesignLook, color: string): PixelPayload {
  const { theme, imagePosition } = look
  const nudges = payload.nudges.slice(0, 1).map(({ look: _look, items, ...nudge }) => ({
    ...nudge,
    items: items.slice(0, 1),
    surface: 'popup' as const,
  }))
  const options = {
    ...payload.options,
    accents: accentsOf(color),
    theme,
    imagePosition,
    design: composeDesign({ ...look, color }),
  }
  return { ...payload, ...layoutsOf(nudges), options, nudges }
}
