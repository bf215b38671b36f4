/** The start of a page view with the current timings, drawn to scale and described in words. */
import type { SiteOptions } from '#app/contract/site-options.ts'

export type Pacing = Pick<SiteOptions, 'timings' | 'limitNudges' | 'maxNudges' | 'loop'>

/** How many nudges fit into the drawing. */
const mostDrawn = 3
/** In units of the drawing, so that an empty duration is still visible. */
const leastWidth = 4
const [width, height] = [600, 40]

export function TimingStrip({ pace }: { pace: Pacing }) {
  const { timings, limitNudges, maxNudges } = pace
  const drawn = limitNudges ? Math.min(maxNudges, mostDrawn) : mostDrawn
  const parts = placeParts(
    [
      { kind: 'pause' as const, millis: timings.initial },
      ...Array.from({ length: drawn }, (_, index) => [
        ...(index > 0 ? [{ kind: 'pause' as const, millis: timings.wait }] : []),
        { kind: 'shown' as const, millis: timings.show },
      ]).flat(),
    ].filter(({ millis }) => millis > 0),
  )

  return (
    <figure className="timing-strip">
      <svg
        viewBox={`0 0 ${String(width)} ${String(height)}`}
        preserveAspectRatio="none"
        className="timing-strip__bar"
        aria-hidden
      >
        {parts.map(({ kind, x, wide }) => (
          <rect
            key={x}
            x={x}
            y={kind === 'shown' ? 0 : height / 3}
            width={Math.max(wide - 1, 1)}
            height={kind === 'shown' ? height : height / 3}
            className={`timing-strip__${kind}`}
          />
        ))}
      </svg>
      <ul className="timing-strip__key" aria-hidden>
        <Key kind="pause" label={`First delay ${secondsOf(timings.initial)} s`} />
        <Key kind="shown" label={`Shown ${secondsOf(timings.show)} s`} />
        {drawn > 1 && <Key kind="pause" label={`Delay ${secondsOf(timings.wait)} s`} />}
      </ul>
      <figcaption className="timing-strip__words">
        <span role="status">{describePacing(pace)}</span>
      </figcaption>
    </figure>
  )
}

type Kind = 'pause' | 'shown'

const Key = ({ kind, label }: { kind: Kind; label: string }) => (
  <li>
    <svg viewBox="0 0 12 12" className="timing-strip__mark">
      <rect width="12" height="12" rx="3" className={`timing-strip__${kind}`} />
    </svg>
    {label}
  </li>
)

function placeParts(parts: readonly { kind: Kind; millis: number }[]) {
  const total = parts.reduce((sum, { millis }) => sum + millis, 0)
  const room = width - leastWidth * parts.length
  let x = 0
  return parts.map(({ kind, millis }) => {
    const wide = leastWidth + (room * millis) / total
    const placed = { kind, x, wide }
    x += wide
    return placed
  })
}

function describePacing({
  timings: { initial, show, wait },
  limitNudges,
  maxNudges,
  loop,
}: Pacing): string {
  const first = initial === 0 ? 'as soon as the page is ready' : `after ${spoken(initial)}`
  const shown = `The first nudge appears ${first} and stays for ${spoken(show)}.`
  if (limitNudges && maxNudges === 1) return `${shown} It’s the only nudge on that page view.`

  const next = `The next one appears ${wait === 0 ? 'immediately' : `${spoken(wait)} later`}.`
  const end = limitNudges
    ? `Up to ${String(maxNudges)} nudges are shown per page view.`
    : 'Nudges continue for as long as there’s data to show.'
  return `${shown} ${next} ${end}${loop ? ' After the last one, it starts over.' : ''}`
}

const secondsOf = (millis: number) => String(Math.round(millis / 10) / 100)

const spoken = (millis: number) => {
  const seconds = secondsOf(millis)
  return `${seconds} ${seconds === '1' ? 'second' : 'seconds'}`
}
