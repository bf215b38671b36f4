/** Refusals for people and programs while staff have suspended them. Safe in the browser. */
import { Refusal } from '#app/lib/errors.ts'

export const suspendedTeam = () =>
  new Refusal('forbidden', 'This organization is suspended. Contact support.')

export const suspendedTokenOwner = () =>
  new Refusal('forbidden', 'The user who created this token is suspended. Contact support.')

/** Above each screen of the team. */
export const describeSuspendedTeam = (
  team: string,
  { notice }: { notice: string | null },
): string =>
  [
    `${team} is suspended. Visitors don’t see nudges, and the API and webhooks refuse requests. Nothing is deleted.`,
    notice,
  ]
    .filter((part) => part !== null)
    .join(' ')
