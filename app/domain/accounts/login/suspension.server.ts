/** Keeps people out whom staff suspended. */
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { users } from '#app/db/schema/ground.ts'
import { refuseField } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'

type Refusing = Pick<Services, 'config'> & { db: { system: Queries } }

/**
 * Call it after the password or the passkey was right, so that guessing reveals no one's suspension.
 *
 * @throws Refusal `invalid` about the form as a whole
 */
export async function refuseSuspended(services: Refusing, userId: number): Promise<void> {
  const [row] = await services.db.system
    .select({ notice: users.suspensionNotice })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.suspendedAt)))
  if (row) throw refuseField('', describeSuspension(services, row.notice))
}

/** Why, and whom to ask: without a login there is no support form. */
export function describeSuspension(
  { config }: Pick<Services, 'config'>,
  notice: string | null,
): string {
  const support = config.supportEmail === undefined ? '' : ` at ${config.supportEmail}`
  return ['Your account is suspended.', notice, `Contact support${support}.`]
    .filter((part) => part !== null)
    .join(' ')
}
