/** Access that ended when an address was proven for the first time, in the words of its owner. */
import type { RemovedAccess, RemovedKind } from '#app/domain/accounts/jobs.ts'

const names: Record<RemovedKind, (count: string, isOne: boolean) => string> = {
  passkeys: (count, isOne) => `${count} ${isOne ? 'passkey' : 'passkeys'}`,
  'two-factor': () => 'two-factor authentication',
  'api-tokens': (count, isOne) => `${count} ${isOne ? 'API token' : 'API tokens'}`,
  invitations: (count, isOne) => `${count} ${isOne ? 'invitation' : 'invitations'} to others`,
  phone: () => 'the phone number',
  'shop-logins': () => 'the login through a shop’s admin',
  members: (count, isOne) => `${count} ${isOne ? 'member' : 'members'} of that shop’s organization`,
  webhooks: (count, isOne) => `${count} ${isOne ? 'webhook' : 'webhooks'} of that organization`,
}

/** The paragraph that emails add; none when nothing ended. */
export function describeRemoved(removed: readonly RemovedAccess[]): string[] {
  if (removed.length === 0) return []
  const parts = removed.map(({ kind, count }) => names[kind](String(count), count === 1))
  return [
    `Until then, we didn’t know who set up this account. To keep out anyone but you, we removed what was added before: ${list.format(parts)}. You can set up again what you need.`,
  ]
}

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })
