/** Informs the owner and admins that a webhook was paused, and what to do. */
import type { PauseReason } from '#app/domain/webhooks/endpoint.ts'
import type { PauseNotice } from '#app/domain/webhooks/pause-endpoint.server.ts'
import type { EmailContent } from './render-email.server.tsx'

const causes: Record<PauseReason, string> = {
  owner: 'Someone in your organization paused it.',
  failing: 'It has failed every time for a day.',
  backlog: 'It couldn’t keep up: more than 10,000 messages were waiting for it.',
  gone: 'It answered with status 410, which means that it no longer wants them.',
}

/** @param address of the screen with the webhooks */
export const webhookPausedEmail = (
  { url, reason, site, team }: Omit<PauseNotice, 'to' | 'pausedAt' | 'siteUuid'>,
  address: string,
): EmailContent => ({
  subject: 'A webhook was paused',
  paragraphs: [
    `We’ve stopped sending events of ${site} to ${new URL(url).host}. ${causes[reason]}`,
    'Open the webhook to see what we sent and what the endpoint answered. Fix the endpoint, then resume the webhook: messages that are still waiting go out then. Events that happen while it’s paused aren’t sent.',
  ],
  action: { label: 'View webhooks', address },
  footer: `You’re receiving this because you’re the owner or an admin of ${team}.`,
})
