import { formatCountedUntil } from './format/format-time.ts'

/** Shows until when the numbers next to it have every event, while newer ones wait to be counted. */
export const CountedUntil = ({ until, now }: { until: Date | null; now: Date }) =>
  until && (
    <p className="muted prose">
      Counted until {formatCountedUntil(until, now)}. Newer events appear soon.
    </p>
  )
