/** A support request, for the people who answer it. The subject contains no user input. */
import type { SupportRequest } from '#app/domain/support/support.server.ts'
import { productName } from '#app/lib/product.ts'
import type { EmailContent } from './render-email.server.tsx'

export function supportRequestEmail(request: SupportRequest, appUrl: string): EmailContent {
  const { id, person, organization, subject, message } = request
  const from = organization === null ? person.name : `${person.name}, ${organization}`
  return {
    subject: `Support request ${String(id)}`,
    paragraphs: [`${from}: ${subject}`, message, 'Reply to this email to answer them.'],
    action: { label: `Go to ${productName}`, address: appUrl },
    footer: 'You’re receiving this because SUPPORT_EMAIL is set to this address.',
  }
}
