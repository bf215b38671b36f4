import { Badge } from '@shopify/polaris'
import type { Health } from '#app/presenters/integrations/health.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'

export const HealthBadge = ({ health: { label, tone } }: { health: Health }) => (
  <Badge {...(tone === null ? {} : { tone })}>{label}</Badge>
)

type HealthNoteProps = { health: Health; lastRecordAt: Date | null; now: Date }

/** Since when, or when something arrived last. */
export function HealthNote({ health: { state, since }, lastRecordAt, now }: HealthNoteProps) {
  const at = state === 'working' || state === 'quiet' ? lastRecordAt : since
  if (at === null) return null
  return (
    <span className="health-note">
      {state === 'working' || state === 'quiet' ? 'Last data ' : 'Since '}
      <RelativeTime at={at} now={now} />
    </span>
  )
}
