/** Status of a support request, for the person who asked. */
import { supportStateLabels, type SupportState } from '#app/domain/support/conversation.ts'
import { Badge } from '#app/ui/kit/badge.tsx'

const tones = { waiting: 'attention', solved: 'success' } as const

export const RequestBadge = ({ state }: { state: SupportState }) =>
  state === 'open' ? (
    <Badge>{supportStateLabels.open}</Badge>
  ) : (
    <Badge tone={tones[state]}>{supportStateLabels[state]}</Badge>
  )
