/** The installation code by mail, to whoever puts it into the pages. */
import { z } from 'zod'

/** The job; app/jobs/install-emails.server.ts does it. Payload: `{ siteId, userId, to }`. */
export const installEmailJob = 'sites.mail-install-code'

export const installEmailInput = z.object({
  to: z
    .string('Enter an email address.')
    .trim()
    .toLowerCase()
    .pipe(z.email('Enter an email address, like name@shop.com.').max(254)),
})
export type InstallEmailInput = z.output<typeof installEmailInput>
