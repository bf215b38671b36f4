/** Emails the installation code to any address. */
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { sites, users } from '#app/db/schema/ground.ts'
import { refuseField } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import type { Account } from '#app/domain/accounts/account.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { installEmailJob } from './jobs.ts'

export const installEmailInput = z.object({
  to: z
    .string('Enter an email address.')
    .trim()
    .toLowerCase()
    .pipe(z.email('Enter an email address, for example name@shop.com.').max(254)),
})
export type InstallEmailInput = z.output<typeof installEmailInput>

type Sender = { account: Pick<Account, 'id' | 'email' | 'isVerified'>; address: string }

/**
 * Only people with a verified address can send emails to others in our name. Otherwise spammers
 * could use it.
 *
 * @throws Refusal `too_many`; `invalid` while the sender's address isn't verified
 */
export async function requestInstallEmail(
  { jobs, security: { rateLimits } }: Services,
  { site, sender }: { site: SiteScope; sender: Sender },
  { to }: InstallEmailInput,
): Promise<void> {
  const { account, address } = sender
  if (!account.isVerified) {
    throw refuseField('to', 'Confirm your email address first. Until then, copy the code instead.')
  }
  await rateLimits.consume('installCode', account.email, address)
  await rateLimits.consume('installCodeTo', to, address)
  await jobs.send(installEmailJob, { siteId: site.siteId, userId: account.id, to })
}

export type InstallEmailData = {
  site: { uuid: string; url: string }
  sender: { name: string; email: string }
}

/** For the job. Null when the site or the sender no longer exists. */
export async function readInstallEmailData(
  { db }: Services,
  { siteId, userId }: { siteId: number; userId: number },
): Promise<InstallEmailData | null> {
  const [row] = await db.system
    .select({ uuid: sites.uuid, url: sites.url, name: users.name, email: users.email })
    .from(sites)
    .innerJoin(users, eq(users.id, userId))
    .where(eq(sites.id, siteId))
  if (!row) return null
  const { uuid, url, ...sender } = row
  return { site: { uuid, url }, sender }
}
