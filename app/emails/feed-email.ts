/** Informs the owner that a product feed can no longer be read. */
import type { FeedNotice } from '#app/domain/products/feed-notice.server.ts'
import { formatLongMoment } from '#app/lib/days/moment-text.ts'
import type { EmailContent } from './render-email.server.tsx'

type Parts = Omit<FeedNotice, 'to' | 'siteUuid'> & {
  /** URL of the list of feeds, and of the email settings. */
  address: string
  choices: string
}

export const feedFaultEmail = (parts: Parts): EmailContent => {
  const { url, fault, readAt, site, team, address, choices } = parts
  return {
    subject: `Check the product feed of ${site}`,
    paragraphs: [
      `We last read this product feed completely on ${formatLongMoment(readAt)}: ${url}`,
      fault,
      'Products that we read before are kept. Stock that is older than 24 hours isn’t shown.',
      'We keep trying every 6 hours and don’t send another email until the feed was read again.',
    ],
    action: { label: 'Open product feeds', address },
    footer: `You’re receiving this because you own ${team}.`,
    choices,
  }
}
