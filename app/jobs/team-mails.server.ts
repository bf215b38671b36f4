/** Mails about teams. Links are made here, so that no stored job carries one. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { invitationDays, makeInvitationLink } from '#app/domain/teams/invitations.server.ts'
import { readOwnership } from '#app/domain/lifecycle/ownership.server.ts'
import { teamMails } from '#app/domain/teams/team-mails.ts'
import { renderLetter, type Letter } from '#app/emails/letter.server.tsx'
import { invitationLetter, ownershipLetter } from '#app/emails/team-letters.ts'
import type { Services } from '#app/services.ts'
import { defineJob } from './job.ts'

export const mailInvitation = defineJob({
  name: teamMails.invitation,
  payload: z.object({ invitationId: z.uuid() }),
  async run(services, { invitationId }) {
    const made = await makeInvitationLink(services, invitationId)
    if (made) await send(services, made.email, invitationLetter(made, invitationDays))
  },
})

export const mailOwnership = defineJob({
  name: teamMails.ownership,
  payload: z.object({ teamId: z.number(), userId: z.number() }),
  async run(services, about) {
    const facts = await readOwnership(services, about)
    const address = `${services.config.appUrl}/settings/teams/${String(about.teamId)}`
    if (facts) await send(services, facts.email, ownershipLetter(facts.team, address))
  },
})

const send = ({ mailer }: Services, to: string, letter: Letter) =>
  mailer.send({ id: `team-${randomUUID()}`, to, ...renderLetter(letter) })
