/** Informs the owner, and the person who connected it, that a service refuses a connection. */
import type { LossNotice } from '#app/domain/connections/loss-notice.server.ts'
import { productName } from '#app/lib/product.ts'
import type { EmailContent } from './render-email.server.tsx'

type Parts = Omit<LossNotice, 'to' | 'integration' | 'siteUuid'> & {
  /** What the integration is called on screens. */
  service: string
  /** Of the connection's screen, and of the email settings. */
  address: string
  choices: string
}

export const connectionLostEmail = (parts: Parts): EmailContent => {
  const { service, account, site, team, lostAt, address, choices } = parts
  return {
    subject: `Reconnect ${service}`,
    paragraphs: [
      `On ${moments.format(lostAt)} UTC, ${service} (${account}) refused the access that ${productName} has for ${site}. New data from ${service} doesn’t arrive until you reconnect it. Data that arrived before is kept.`,
      'This usually means that a key was deleted or has expired, or that the app was removed from your account.',
      `Open the connection and enter new access details. We then read what was missed, as far as ${service} still lists it.`,
    ],
    action: { label: `Reconnect ${service}`, address },
    footer: `You’re receiving this because you own ${team} or connected ${service}.`,
    choices,
  }
}

const moments = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
})
