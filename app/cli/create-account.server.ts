/** Creates an account with organization, site and API token. */
import { z } from 'zod'
import { registerInput } from '#app/domain/accounts/account.ts'
import { setStaff } from '#app/domain/accounts/staff/staff-lookup.server.ts'
import { createVerifiedAccount } from '#app/domain/accounts/login/credentials.server.ts'
import { createSiteInput } from '#app/domain/sites/site.ts'
import { siteUrl } from '#app/domain/sites/site-url.ts'
import { createSite } from '#app/domain/sites/sites.server.ts'
import { createTeam } from '#app/domain/teams/teams.server.ts'
import { abilities } from '#app/domain/tokens/token.ts'
import { createToken } from '#app/domain/tokens/tokens.server.ts'
import type { Command } from './command.ts'
import { parseOptions } from './options.ts'

const input = z.object({
  email: registerInput.shape.email,
  password: registerInput.shape.password,
  'site-url': siteUrl,
  name: registerInput.shape.name.optional(),
  admin: z.boolean().default(false),
})

export const createAccountCommand: Command = {
  name: 'create-account',
  summary: 'Create an account with an organization, a site and an API token',
  usage:
    'create-account --email <address> --password <text> --site-url <address> [--name <text>] [--admin]',
  options: {
    email: { type: 'string' },
    password: { type: 'string' },
    'site-url': { type: 'string' },
    name: { type: 'string' },
    admin: { type: 'boolean' },
  },
  required: ['email', 'password', 'site-url'],

  async run({ services }, values) {
    const { email, password, admin, ...rest } = parseOptions(input, values)
    const url = rest['site-url']
    const { host } = new URL(url)
    const name = rest.name ?? email.slice(0, email.indexOf('@'))

    const { userId } = await createVerifiedAccount(services, { name, email, password })
    if (admin) await setStaff(services, userId, { isStaff: true })
    const team = await createTeam(
      services,
      { id: userId },
      { name: rest.name ?? host.slice(0, 100) },
    )
    const named = createSiteInput.parse({ name: host.slice(0, 100), url })
    const site = await createSite(services, { team, userId }, named)
    const token = await createToken(
      services,
      { team, actor: { id: userId, isVerified: true }, siteId: null },
      { name: 'Command line', abilities: [...abilities] },
    )

    return {
      lines: [
        `Account       ${email}${admin ? ' (admin)' : ''}`,
        `User          ${String(userId)}`,
        `Organization  ${String(team.teamId)}`,
        `Site          ${site.siteUuid}  ${url}`,
        `Token         ${token}`,
        "This token has all abilities. Save it now; it won't be shown again.",
      ],
      json: { user: userId, team: team.teamId, site: site.siteUuid, token },
    }
  },
}
