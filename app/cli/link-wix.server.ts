/** Lets an organization pay at Wix, for one site that has the app. */
import { z } from 'zod'
import { linkWixInstance } from '#app/domain/billing/channels/wix-instances.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { findTeamForStaff } from '#app/domain/teams/staff-lookup.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Command } from './command.ts'
import { describeUsage } from './describe-usage.server.ts'
import { parseOptions } from './options.ts'

const input = z.object({
  team: z.string().min(1),
  instance: z.string().pipe(z.uuid('Enter the instance’s ID, which is a UUID.')),
})

export const linkWixCommand: Command = {
  name: 'link-wix',
  summary: 'Let an organization pay at Wix, for an instance of the app there',
  usage: 'link-wix --team <slug or number> --instance <id>',
  options: { team: { type: 'string' }, instance: { type: 'string' } },
  required: ['team', 'instance'],

  async run({ services }, values) {
    const { team, instance } = parseOptions(input, values)
    if (!services.wix) {
      const names = 'WIX_APP_ID, WIX_APP_SECRET and WIX_PUBLIC_KEY'
      throw new Refusal('invalid', `Set ${names} first. docs/billing.md says where they are.`)
    }
    const scope = await findTeamForStaff(services, team)
    if (!scope) throw new Refusal('not_found', `Organization not found: ${team}`)
    await linkWixInstance(services, scope, { instanceId: instance, siteId: null })
    await syncBilling(services, scope)
    return describeUsage(services, scope)
  },
}
