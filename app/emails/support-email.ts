/** A support request, for the people who answer it. The subject contains no user input. */
import type { SupportRequest } from '#app/domain/support/support.server.ts'
import { productName } from '#app/lib/product.ts'
import type { EmailContent } from './render-email.server.tsx'

export function supportRequestEmail(request: SupportRequest, appUrl: string): EmailContent {
  const { id, person, organization, subject, message } = request
  const from = organization === null ? person.name : `${person.name}, ${organization}`
  return {
    subject: `${productName}: support request ${String(id)}`,
    paragraphs: [
      `${from}, asks: ${subject}`,
      message,
      'An answer to this mail goes to the person.',
    ],
    action: { label: `Go to ${productName}`, address: appUrl },
    footer: 'You get this mail because SUPPORT_EMAIL names this address.',
  }
}
