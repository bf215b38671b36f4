import { findScreenAddress } from '#app/domain/shops/screen-address.server.ts'
import { supportEmailJob, supportMessageEmailJob } from '#app/domain/support/jobs.ts'
import { findLetter, type SupportLetter } from '#app/domain/support/messages.server.ts'
import { renderEmail } from '#app/emails/render-email.server.tsx'
import { supportAnswerEmail, supportRequestEmail } from '#app/emails/support-email.ts'
import type { Services } from '#app/services.ts'
import { handle } from './job.ts'

/** Sends a request to the people who answer it. Without their address it stays in the database. */
export const sendSupportEmail = handle(supportEmailJob, async (services, { id }) => {
  const letter = await findLetter(services, { requestId: id })
  if (letter) await sendToStaff(services, letter, `support-${String(id)}`)
})

/** Sends an answer to the other side: of staff to the person, of the person to staff. */
export const sendSupportMessageEmail = handle(supportMessageEmailJob, async (services, { id }) => {
  const letter = await findLetter(services, { messageId: id })
  if (!letter) return
  const emailId = `support-message-${String(id)}`
  if (letter.author === 'user') {
    await sendToStaff(services, letter, emailId)
    return
  }
  const { userId, teamId } = letter
  const addressOf = await findScreenAddress(services, { userId, ...(teamId && { teamId }) })
  await services.mail.mailer.send({
    id: emailId,
    to: letter.person.email,
    ...renderEmail(supportAnswerEmail(letter, addressOf)),
  })
})

async function sendToStaff(services: Services, letter: SupportLetter, id: string): Promise<void> {
  const { supportEmail, appUrl } = services.config
  if (supportEmail === undefined) return
  await services.mail.mailer.send({
    id,
    to: supportEmail,
    ...renderEmail(supportRequestEmail(letter, appUrl)),
  })
}
