/** Shapes and rules of accounts that need no database. Safe in the browser. */
import { z } from 'zod'

/** ASVS 5.0 V6.2.1 and V6.2.9: at least 8, and long passphrases are welcome. */
export const passwordLength = { min: 8, max: 128 }

export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'This address is too long.')
  .pipe(z.email('Enter an email address, like name@shop.com.'))

/** Whether it is among those that attackers try first is the server's to say. */
const newPassword = z
  .string()
  .min(passwordLength.min, `Use at least ${String(passwordLength.min)} characters.`)
  .max(passwordLength.max, `Use at most ${String(passwordLength.max)} characters.`)

export const registerInput = z.object({
  name: z.string().trim().min(1, 'Enter your name.').max(100, 'Use at most 100 characters.'),
  email: emailAddress,
  password: newPassword,
  /** Spec §5: the terms must be accepted at registration. */
  terms: z.literal('on', { error: 'Accept the terms of service to create an account.' }),
})
export type RegisterInput = z.infer<typeof registerInput>

export const loginInput = z.object({
  email: emailAddress,
  password: z.string().min(1, 'Enter your password.').max(1024),
})
export type LoginInput = z.infer<typeof loginInput>

export const forgotInput = z.object({ email: emailAddress })

export const resetInput = z.object({ password: newPassword })

/** The signed-in person as screens may know them. */
export type Account = {
  id: number
  name: string
  email: string
  /** Whether the address was proven to be the person's own. */
  isVerified: boolean
  isAdmin: boolean
  currentTeamId: number | null
  currentSiteId: number | null
}
