/** Permanently erases a person, an organization or a shopper. */
import { z } from 'zod'
import { consentId } from '#app/contract/pixel-events.ts'
import { emailAddress } from '#app/domain/accounts/account.ts'
import { eraseUser } from '#app/domain/lifecycle/erase-user.server.ts'
import { findAccountId } from '#app/domain/accounts/staff/staff-lookup.server.ts'
import { eraseShopper } from '#app/domain/lifecycle/erase-shopper.server.ts'
import { eraseVisitor } from '#app/domain/lifecycle/erase-visitor.server.ts'
import { eraseTeam } from '#app/domain/lifecycle/erase-team.server.ts'
import { findTeamForStaff } from '#app/domain/teams/staff-lookup.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import type { Command, CommandAnswer } from './command.ts'
import { parseOptions } from './options.ts'

const kinds = ['user', 'team', 'shopper'] as const

const shopper = z.union([consentId, emailAddress], 'Enter an email address or a browser ID.')

const input = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('user'), subject: emailAddress }),
    z.object({ kind: z.literal('team'), subject: z.string().min(1, 'Enter an organization.') }),
    z.object({ kind: z.literal('shopper'), subject: shopper }),
  ],
  { error: `Choose from ${kinds.join(', ')}.` },
)

export const eraseCommand: Command = {
  name: 'erase',
  summary: "Permanently erase a user, an organization or a shopper's data",
  usage: `erase --kind ${kinds.join('|')} --subject <address; slug or number of an organization; id of a shopper’s browser>`,
  options: { kind: { type: 'string' }, subject: { type: 'string' } },
  required: ['kind', 'subject'],

  async run({ services }, values) {
    const { kind, subject } = parseOptions(input, values)
    switch (kind) {
      case 'user':
        return erasePerson(services, subject)
      case 'team':
        return eraseOrganization(services, subject)
      case 'shopper':
        return subject.includes('@')
          ? eraseBuyer(services, subject)
          : eraseBrowser(services, subject)
    }
  },
}

async function eraseBuyer(services: Services, email: string): Promise<CommandAnswer> {
  const activities = await eraseShopper(services, email)
  const many = `${String(activities)} ${activities === 1 ? 'activity' : 'activities'}`
  return answer('shopper', `Erased, including ${many}.`, { activities })
}

async function eraseBrowser(services: Services, browser: string): Promise<CommandAnswer> {
  const sites = await eraseVisitor(services, browser)
  const many = `${String(sites)} ${sites === 1 ? 'site' : 'sites'}`
  return answer('shopper', `Erased on ${many}. Statistics are unchanged.`, { sites })
}

async function erasePerson(services: Services, email: string): Promise<CommandAnswer> {
  const userId = await findAccountId(services, email)
  if (userId === null) throw new Refusal('not_found', 'No account found with this email address.')
  await eraseUser(services, userId)
  return answer('user', 'Erased. A final confirmation email is on its way.', { user: userId })
}

async function eraseOrganization(services: Services, name: string): Promise<CommandAnswer> {
  const team = await findTeamForStaff(services, name)
  if (!team) throw new Refusal('not_found', `Organization not found: ${name}`)
  await eraseTeam(services, team.teamId)
  return answer('team', 'Erased, including its sites and all their data.', {
    team: team.teamId,
  })
}

const answer = (kind: string, line: string, json: Record<string, unknown>): CommandAnswer => ({
  lines: [line],
  json: { erased: kind, ...json },
})
