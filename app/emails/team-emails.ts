/** Emails about teams. Subjects contain no user input. */
import { productName } from '#app/lib/product.ts'
import type { EmailContent } from './render-email.server.tsx'

type Invited = { team: string; inviter: string | null; link: string }

/** @param days how long the link is valid */
export const invitationEmail = ({ team, inviter, link }: Invited, days: number): EmailContent => ({
  subject: `${productName}: you are invited to an organization`,
  paragraphs: [
    `${defuseLinks(inviter) ?? 'Somebody'} invites you to ${organizationNamed(team)} at ${productName}, to look after its sites together.`,
    `The link works for ${String(days)} days, and for this address alone.`,
  ],
  action: { label: 'See the invitation', address: link },
  footer:
    'If you do not know who it is from, there is nothing to do: without the link nothing happens.',
})

export const ownershipEmail = (team: string, address: string): EmailContent => ({
  subject: `${productName}: you own an organization now`,
  paragraphs: [
    `${defuseLinks(team) ?? 'An organization'} at ${productName} was handed over to you by its owner, who stays in it as an admin.`,
    'From now on you alone pay for it, hand it over and delete it.',
  ],
  action: { label: 'Go to the organization', address },
  footer: 'You get this mail once, since you are the new owner.',
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
