/** Makes an account staff, or takes that from it. */
import { z } from 'zod'
import { registerInput } from '#app/domain/accounts/account.ts'
import { findAccountId, setStaff } from '#app/domain/accounts/staff/staff-lookup.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Command } from './command.ts'
import { parseOptions } from './options.ts'

const input = z.object({
  email: registerInput.shape.email,
  revoke: z.boolean().default(false),
})

export const setStaffCommand: Command = {
  name: 'set-staff',
  summary: 'Make an existing account staff, or revoke it',
  usage: 'set-staff --email <address> [--revoke]',
  options: { email: { type: 'string' }, revoke: { type: 'boolean' } },
  required: ['email'],

  async run({ services }, values) {
    const { email, revoke } = parseOptions(input, values)
    const user = await findAccountId(services, email)
    if (user === null) throw new Refusal('not_found', `Account not found: ${email}`)

    await setStaff(services, user, { isStaff: !revoke })
    return {
      lines: [
        revoke
          ? `${email} is no longer staff. Impersonations end with the next request.`
          : `${email} is staff. The kiosk asks for two-factor login.`,
      ],
      json: { user, staff: !revoke },
    }
  },
}
