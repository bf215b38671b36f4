/** Creates an API token for one site. */
import { z } from 'zod'
import { findSiteForStaff } from '#app/domain/sites/staff-lookup.server.ts'
import { abilities, createTokenInput } from '#app/domain/tokens/token.ts'
import { createToken as create } from '#app/domain/tokens/tokens.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Command } from './command.ts'
import { parseOptions } from './options.ts'

const known = abilities.join(', ')

const input = z.object({
  site: z.uuid('Enter a site UUID.'),
  name: createTokenInput.shape.name,
  abilities: z
    .string()
    .transform((list) => list.split(',').map((ability) => ability.trim()))
    .pipe(z.array(z.enum(abilities, `Choose from ${known}.`)).min(1)),
})

export const createTokenCommand: Command = {
  name: 'create-token',
  summary: 'Create an API token for one site',
  usage: `create-token --site <uuid> --abilities <list> --name <text>   (abilities: ${known})`,
  options: {
    site: { type: 'string' },
    abilities: { type: 'string' },
    name: { type: 'string' },
  },
  required: ['site', 'abilities', 'name'],

  async run({ services }, values) {
    const wanted = parseOptions(input, values)
    const found = await findSiteForStaff(services, wanted.site)
    if (!found) throw new Refusal('not_found', `Site not found: ${wanted.site}`)

    // The operator asks, whatever the owner has proven.
    const granted = [...new Set(wanted.abilities)]
    const token = await create(
      services,
      {
        team: found.scope,
        actor: { id: found.ownerId, isVerified: true },
        siteId: found.scope.siteId,
      },
      { name: wanted.name, abilities: granted },
    )
    return {
      lines: [
        `Token      ${token}`,
        `Abilities  ${granted.join(', ')}`,
        "Save this token now; it won't be shown again.",
      ],
      json: { token, site: wanted.site, name: wanted.name, abilities: granted },
    }
  },
}
