/**
 * Messages of support conversations. The subjects contain no user input. Answers are given on the
 * screens, because replies to these emails would reach no conversation.
 */
import type { ScreenAddress } from '#app/domain/shops/screen-address.server.ts'
import type { SupportLetter } from '#app/domain/support/messages.server.ts'
import { formatLongMoment } from '#app/lib/days/moment-text.ts'
import { productName } from '#app/lib/product.ts'
import type { EmailContent } from './render-email.server.tsx'

/** For the people who answer. */
export function supportRequestEmail(letter: SupportLetter, appUrl: string): EmailContent {
  const { requestId, person, organization, subject, body } = letter
  const from = organization === null ? person.name : `${person.name}, ${organization}`
  return {
    subject: `Support request ${String(requestId)}`,
    paragraphs: [
      `${from}: ${subject}`,
      body,
      'Open the conversation in the kiosk to answer. Replies to this email don’t reach the person.',
    ],
    action: {
      label: 'Open conversation',
      address: `${appUrl}/kiosk/support/${String(requestId)}`,
    },
    footer: 'You’re receiving this because SUPPORT_EMAIL is set to this address.',
  }
}

/** Sent to the person who wrote to support. */
export function supportAnswerEmail(letter: SupportLetter, addressOf: ScreenAddress): EmailContent {
  const { requestId, subject, body, at } = letter
  return {
    subject: `${productName} support answered your request`,
    paragraphs: [
      `On ${formatLongMoment(at)}, ${productName} support answered “${subject}”:`,
      body,
      'Open the conversation to answer. Replies to this email aren’t read.',
    ],
    action: { label: 'Open conversation', address: addressOf(`/support/${String(requestId)}`) },
    footer: `You’re receiving this because you asked ${productName} support.`,
  }
}
