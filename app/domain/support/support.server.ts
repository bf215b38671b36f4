/** Support requests. Stored first, so that a lost email loses nothing. */
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { supportRequests, teams, users } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import type { Account } from '#app/domain/accounts/account.ts'
import { supportEmailJob } from './jobs.ts'

export const supportInput = z.object({
  subject: z.string().trim().min(1, 'Enter a subject.').max(150, 'Use 150 characters or fewer.'),
  message: z
    .string()
    .trim()
    .min(10, 'Enter a message of at least 10 characters.')
    .max(5_000, 'Use 5,000 characters or fewer.'),
})
export type SupportInput = z.infer<typeof supportInput>

/** Who asks, for which team, from which network address. */
export type SupportRequester = {
  account: Pick<Account, 'id' | 'email'>
  teamId: number | null
  address: string
}

/** @throws Refusal `too_many` */
export async function requestSupport(
  { db, jobs, now, security: { rateLimits } }: Services,
  { account, teamId, address }: SupportRequester,
  { subject, message }: SupportInput,
): Promise<void> {
  await rateLimits.consume('support', account.email, address)
  await db.transaction(async (tx) => {
    const [row] = await tx
      .insert(supportRequests)
      .values({ userId: account.id, teamId, subject, message, createdAt: now() })
      .returning({ id: supportRequests.id })
    if (!row) throw new Error('The request was not stored.')
    await jobs.send(supportEmailJob, { id: row.id }, tx)
  })
}

export type SupportRequest = SupportInput & {
  id: number
  person: { name: string; email: string }
  organization: string | null
}

/** Null when the person no longer exists, and their request with them. */
export async function findSupportRequest(
  { db }: Services,
  id: number,
): Promise<SupportRequest | null> {
  const [row] = await db.system
    .select({
      id: supportRequests.id,
      subject: supportRequests.subject,
      message: supportRequests.message,
      name: users.name,
      email: users.email,
      organization: teams.name,
    })
    .from(supportRequests)
    .innerJoin(users, eq(users.id, supportRequests.userId))
    .leftJoin(teams, eq(teams.id, supportRequests.teamId))
    .where(eq(supportRequests.id, id))
  if (!row) return null
  const { name, email, ...request } = row
  return { ...request, person: { name, email } }
}
