/**
 * An admin that frames the product and has no script in it, of no system in particular: it signs who opens
 * the frame into the address, once. The shells of Wix and BigCommerce draw what it frames.
 */
import { createHmac } from 'node:crypto'
import { readTenantId, type FramedPlatform } from '#app/domain/shops/tenants/tenant-name.ts'
import { timingSafeEqualText } from '#app/lib/security/timing-safe-equal.server.ts'
import { minuteMillis } from '#app/lib/time.ts'
import {
  defineFramedPlatform,
  type FramingAdmin,
} from '#app/platforms/framed/framed-platform.server.ts'

const secret = 'a secret that the admin shares with the product'

export type Vouching = { platform: FramedPlatform; tenantId: string; userId: number; at: Date }

/** The parameters of the address that the admin opens in its frame. */
export function openingQuery({ platform, tenantId, userId, at }: Vouching): string {
  const facts = [tenantId, userId, at.getTime() + minuteMillis].join('.')
  return new URLSearchParams({
    shell: platform,
    person: facts,
    proof: proofOf(platform, facts),
  }).toString()
}

const proofOf = (platform: FramedPlatform, facts: string) =>
  createHmac('sha256', `${secret} ${platform}`).update(facts).digest('hex')

/** @param adminUrl origin of the admin */
const framingAdmin = (platform: FramedPlatform, adminUrl: string): FramingAdmin => ({
  name: platform,
  isAvailable: () => true,
  proofs: ['person', 'proof'],
  vouch(request, { now }) {
    const query = new URL(request.url).searchParams
    const [facts, proof] = [query.get('person'), query.get('proof')]
    if (facts === null || proof === null) return Promise.resolve(null)
    const [name = '', userId = '', endsAt = ''] = facts.split('.')
    const tenantId = readTenantId(name)
    const isSigned = timingSafeEqualText(proof, proofOf(platform, facts))
    const isValid = isSigned && tenantId !== null && Number(endsAt) > now().getTime()
    return Promise.resolve(isValid ? { tenantId, userId: Number(userId) } : null)
  },
  appUrl: (tenantId) => `${adminUrl}/${tenantId}`,
})

export const createFramedPlatform = (
  name: FramedPlatform,
  adminUrl = 'https://admin.example',
): ReturnType<typeof defineFramedPlatform> => defineFramedPlatform(framingAdmin(name, adminUrl))
