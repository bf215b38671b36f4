import { ageOf, formatMoment } from './age.ts'

/** @param now the server's clock, from the loader */
export function Moment({ at, now }: { at: Date; now: Date }) {
  return (
    <time dateTime={at.toISOString()} title={formatMoment(at)}>
      {ageOf(at, now)}
    </time>
  )
}
