/** Emails about teams. Creates the links here, so stored jobs contain none. */
import { randomUUID } from 'node:crypto'
import { invitationDays, createInvitationLink } from '#app/domain/teams/invitations.server.ts'
import { readOwnership } from '#app/domain/lifecycle/ownership.server.ts'
import { findScreenAddress } from '#app/domain/shops/screen-address.server.ts'
import { teamEmailJobs } from '#app/domain/teams/jobs.ts'
import { renderEmail, type EmailContent } from '#app/emails/render-email.server.tsx'
import { invitationEmail, ownershipEmail } from '#app/emails/team-emails.ts'
import type { Services } from '#app/services.ts'
import { handle } from './job.ts'

export const sendInvitationEmail = handle(
  teamEmailJobs.invitation,
  async (services, { invitationId }) => {
    const made = await createInvitationLink(services, invitationId)
    if (made) await send(services, made.email, invitationEmail(made, invitationDays))
  },
)

export const sendOwnershipEmail = handle(teamEmailJobs.ownership, async (services, about) => {
  const facts = await readOwnership(services, about)
  if (!facts) return
  const addressOf = await findScreenAddress(services, about)
  const address = addressOf(`/settings/teams/${String(about.teamId)}`)
  await send(services, facts.email, ownershipEmail(facts.team, address))
})

const send = ({ mail: { mailer } }: Services, to: string, letter: EmailContent) =>
  mailer.send({ id: `team-${randomUUID()}`, to, ...renderEmail(letter) })
