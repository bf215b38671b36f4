/** Email with the installation code, for the person who installs it. */
import { z } from 'zod'

export const installEmailInput = z.object({
  to: z
    .string('Enter an email address.')
    .trim()
    .toLowerCase()
    .pipe(z.email('Enter an email address, like name@shop.com.').max(254)),
})
export type InstallEmailInput = z.output<typeof installEmailInput>
