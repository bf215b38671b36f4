/** Emails about teams. Subjects contain no user input. */
import { productName } from '#app/lib/product.ts'
import type { EmailContent } from './render-email.server.tsx'

type Invited = { team: string; inviter: string | null; link: string }

/** @param days how long the link is valid */
export const invitationEmail = ({ team, inviter, link }: Invited, days: number): EmailContent => ({
  subject: "You're invited to join an organization",
  paragraphs: [
    `${defuseLinks(inviter) ?? 'Someone'} invited you to join ${organizationNamed(team)} on ${productName}.`,
    `This link expires in ${String(days)} days and only works for this email address.`,
  ],
  action: { label: 'View invitation', address: link },
  footer: 'Don’t know the sender? You can ignore this email.',
})

export const ownershipEmail = (team: string, address: string): EmailContent => ({
  subject: "You're now the owner of an organization",
  paragraphs: [
    `The owner of ${defuseLinks(team) ?? 'an organization'} on ${productName} transferred ownership to you and is now an admin.`,
    'You’re now responsible for billing, and you’re the only one who can transfer or delete it.',
  ],
  action: { label: 'View organization', address },
  footer: 'We sent this because you’re the new owner.',
})

const organizationNamed = (team: string) => {
  const name = defuseLinks(team)
  return name === null ? 'an organization' : `the organization ${name}`
}

/**
 * Removes anything from a name that an email client would turn into a link: anyone can make us send
 * invitations to anyone, so a name could carry spam.
 */
export function defuseLinks(name: string | null): string | null {
  if (name === null || /:\/\/|www\.|@|[\p{L}\p{N}]\.\p{L}{2}|\/\S*\//iu.test(name)) return null
  return `“${name}”`
}
