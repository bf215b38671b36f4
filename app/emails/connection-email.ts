/** Informs the owner, and the person who connected it, that a service refuses a connection or lets it wait. */
import type { LossNotice } from '#app/domain/connections/loss-notice.server.ts'
import { formatLongMoment } from '#app/lib/days/moment-text.ts'
import { productName } from '#app/lib/product.ts'
import type { EmailContent } from './render-email.server.tsx'

type Parts = Omit<LossNotice, 'to' | 'integration' | 'siteUuid'> & {
  /** The integration's name on screens. */
  service: string
  /** URL of the connection's screen, and of the email settings. */
  address: string
  choices: string
}

export const connectionLostEmail = (parts: Parts): EmailContent => {
  const { service, account, site, team, fault, isWaiting, lostAt, address, choices } = parts
  const at = `On ${formatLongMoment(lostAt)}`
  const footer = `You’re receiving this because you own ${team} or connected ${service}.`
  if (isWaiting) {
    return {
      subject: `${service} needs your attention`,
      paragraphs: [
        `${at}, new data from ${service} (${account}) stopped arriving for ${site}. ${fault ?? ''} Data that arrived before is kept.`,
        `Once it’s solved, new data arrives again automatically. We then read what was missed, as far as ${service} still lists it.`,
      ],
      action: { label: 'Open the connection', address },
      footer,
      choices,
    }
  }
  return {
    subject: `Reconnect ${service}`,
    paragraphs: [
      fault === null
        ? `${at}, ${service} (${account}) refused the access that ${productName} has for ${site}. New data from ${service} doesn’t arrive until you reconnect it. Data that arrived before is kept.`
        : `${at}, new data from ${service} (${account}) stopped arriving for ${site}. ${fault} Data that arrived before is kept.`,
      fault === null
        ? 'This usually means that a key was deleted or has expired, or that the app was removed from your account.'
        : 'This usually means that the page was moved or deleted, or that an ID changed.',
      `Open the connection and ${fault === null ? 'enter new access details' : 'correct its settings'}. We then read what was missed, as far as ${service} still lists it.`,
    ],
    action: { label: `Reconnect ${service}`, address },
    footer,
    choices,
  }
}
