import type { AgoPhrase, PixelItem } from '#app/contract/pixel.ts'

type NudgePreviewProps = {
  item: Omit<PixelItem, 'claim'>
  phrases: readonly AgoPhrase[]
  now: Date
}

/** The newest purchase in the words of the nudge. The picture is drawn: it belongs to the shop's host. */
export function NudgePreview({ item, phrases, now }: NudgePreviewProps) {
  const age = Math.max(0, Math.floor(now.getTime() / 1000) - item.at)

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
          <small>{sayAge(phrases, age)}</small>
        </div>
      </div>
    </div>
  )
}

function sayAge(phrases: readonly AgoPhrase[], seconds: number): string {
  const phrase = phrases.find(({ below }) => seconds < below)
  if (!phrase) return ''
  const units = Math.floor(seconds / phrase.unit)
  return (units === 1 ? phrase.one : phrase.other).replace('#', String(units))
}
