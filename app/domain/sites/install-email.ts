/** Email with the installation code, for the person who installs it. */
import { z } from 'zod'

/** Job name, done by app/jobs/install-emails.server.ts. Payload: `{ siteId, userId, to }`. */
export const installEmailJob = 'sites.mail-install-code'

export const installEmailInput = z.object({
  to: z
    .string('Enter an email address.')
    .trim()
    .toLowerCase()
    .pipe(z.email('Enter an email address, like name@shop.com.').max(254)),
})
export type InstallEmailInput = z.output<typeof installEmailInput>
