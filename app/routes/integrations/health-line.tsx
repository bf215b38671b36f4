import type { Health } from '#app/presenters/integrations/health.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Badge } from '#app/ui/kit/badge.tsx'

export const HealthBadge = ({ health: { label, tone } }: { health: Health }) => (
  <Badge {...(tone === null ? {} : { tone })}>{label}</Badge>
)

type HealthNoteProps = { health: Health; lastRecordAt: Date | null; now: Date }

/** The meaning of the moment next to the badge. */
const moments: Partial<Record<Health['state'], string>> = {
  approval: 'Started',
  waiting: 'Connected',
  failing: 'First failed',
  lost: 'Stopped',
}

/** When it became so, or when something arrived last. */
export function HealthNote({ health: { state, since }, lastRecordAt, now }: HealthNoteProps) {
  const moment = moments[state]
  const at = moment === undefined ? lastRecordAt : since
  if (at === null) return null
  return (
    <span className="health-note muted small">
      {moment ?? 'Last data'} <RelativeTime at={at} now={now} />
    </span>
  )
}
