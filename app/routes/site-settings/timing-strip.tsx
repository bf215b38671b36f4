/** The first seconds of a page view with the current timings, drawn to scale and described. */
import type { SiteOptions } from '#app/contract/site-options.ts'

export type Pacing = Pick<SiteOptions, 'timings' | 'limitNudges' | 'maxNudges' | 'loop'>

/** Milliseconds that are drawn; as many times this as the first nudge needs. */
const drawnMillis = 30_000
const mostDrawn = 60
/** In units of the drawing. Keeps the shortest duration visible. */
const leastWidth = 3
const [width, height] = [600, 40]
const ticks = [0, 1, 2, 3]

export function TimingStrip({ pace }: { pace: Pacing }) {
  const { timings, limitNudges, maxNudges } = pace
  const total = Math.max(1, Math.ceil((timings.initial + timings.show) / drawnMillis)) * drawnMillis
  const isRepeated = !limitNudges || maxNudges > 1
  return (
    <figure className="stack gap-12 m-0">
      <svg
        viewBox={`0 0 ${String(width)} ${String(height)}`}
        preserveAspectRatio="none"
        width="100%"
        height="56"
        aria-hidden
      >
        <rect y={height - 2} width={width} height={2} fill={fills.pause} />
        {listShown(pace, total).map(({ from, to }) => (
          <rect
            key={from}
            x={(from / total) * width}
            width={Math.max(((to - from) / total) * width - 1, leastWidth)}
            height={height}
            fill={fills.shown}
          />
        ))}
      </svg>
      <p className="timing-ticks row between muted small numbers" aria-hidden>
        {ticks.map((tick) => (
          <span key={tick}>{secondsOf((total * tick) / (ticks.length - 1))} s</span>
        ))}
      </p>
      <ul className="row gap-12 plain-list numbers" aria-hidden>
        {timings.initial > 0 && (
          <Key kind="pause" label={`First delay ${secondsOf(timings.initial)} s`} />
        )}
        <Key kind="shown" label={`Shown ${secondsOf(timings.show)} s`} />
        {isRepeated && <Key kind="pause" label={`Delay ${secondsOf(timings.wait)} s`} />}
      </ul>
      <figcaption className="muted prose">
        <span role="status">{describePacing(pace)}</span>
      </figcaption>
    </figure>
  )
}

const fills = { pause: '#c5d0c9', shown: 'var(--brand-green)' }

const Key = ({ kind, label }: { kind: keyof typeof fills; label: string }) => (
  <li className="row gap-6">
    <svg viewBox="0 0 12 12" width="12" height="12">
      <rect width="12" height="12" rx="3" fill={fills[kind]} />
    </svg>
    {label}
  </li>
)

/** When nudges are in view within the drawn time. */
function listShown({ timings, limitNudges, maxNudges }: Pacing, total: number) {
  const { initial, show, wait } = timings
  const most = limitNudges ? Math.min(maxNudges, mostDrawn) : mostDrawn
  return Array.from({ length: most }, (_one, at) => initial + at * (show + wait))
    .filter((from) => from < total)
    .map((from) => ({ from, to: Math.min(from + show, total) }))
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
