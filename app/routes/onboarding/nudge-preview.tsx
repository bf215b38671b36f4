import type { PixelItem } from '#app/contract/pixel.ts'

type NudgePreviewProps = {
  item: Omit<PixelItem, 'claim'>
  /** In the words of the nudge. */
  age: string
}

/** The newest purchase in the words of the nudge. The picture is drawn: it belongs to the shop's host. */
export function NudgePreview({ item, age }: NudgePreviewProps) {
  return (
    <div className="preview">
      <div className="preview__nudge">
        <div className="preview__picture">
          <svg viewBox="0 0 24 24" aria-hidden>
            <path d="M6 8h12l1 12H5zM9 10.5V7a3 3 0 0 1 6 0v3.5" />
          </svg>
        </div>
        <div className="preview__words">
          <strong>{item.title}</strong>
          <span>{item.text}</span>
          <small>{age}</small>
        </div>
      </div>
    </div>
  )
}
