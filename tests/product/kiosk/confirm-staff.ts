import { eq } from 'drizzle-orm'
import { sessions, twoFactors } from '#app/db/schema/index.ts'
import type { TestUser } from '../../support/makers.ts'
import type { World } from '../../support/world.ts'

/** A member of staff who gave a second factor in this moment, as the kiosk asks for. */
export async function confirmStaff({ services, user, clock }: World): Promise<TestUser> {
  const staff = await user({ isStaff: true })
  const at = clock.now()
  // Inserted directly: how a factor is set up and given is tested elsewhere.
  await services.db.system
    .insert(twoFactors)
    .values({ userId: staff.id, method: 'phone', confirmedAt: at, createdAt: at })
  await services.db.system
    .update(sessions)
    .set({ secondFactorAt: at })
    .where(eq(sessions.userId, staff.id))
  return staff
}
