/**
 * Checks the parameter `instance` at Wix: https://dev.wix.com/docs/rest/app-management/oauth-2/token-info. While
 * Wix doesn't answer, its signature decides.
 */
import { z } from 'zod'
import type { WixAccount } from '#app/config.server.ts'
import type { WixApp } from '#app/domain/billing/channels/wix.ts'
import { secondMillis } from '#app/lib/time.ts'
import type { ProviderClients } from '#app/lib/web/provider-client.server.ts'
import { BadRecord, ConnectionLost, TryLater } from '#app/lib/web/provider-errors.ts'
import { instanceIdOf, personIdOf } from './ids.ts'
import { createInstanceReader } from './signed-instance.server.ts'
import { wixOrigins } from './wix-origins.ts'

/** Anyone can send addresses that look signed, so this has a budget apart from what sites need. */
const budget = { requests: 600, seconds: 60 }

/** A person waits for the page. */
const maxPauseMillis = secondMillis

/** Far above what Wix signs. */
const maxLength = 4_096

const answer = z.object({
  active: z.boolean(),
  clientId: z.string().nullish(),
  instanceId: instanceIdOf.nullish().catch(null),
  subjectType: z.string().nullish().catch(null),
  subjectId: personIdOf.nullish().catch(null),
})

type Parts = { account: WixAccount; providers: ProviderClients; now: () => Date }

export function createInstanceCheck({ account, providers, now }: Parts): WixApp['checkInstance'] {
  const { appId, double } = account
  const { api } = wixOrigins(double)
  const readSigned = createInstanceReader(account, now)
  const client = () => providers({ key: 'wix token-info', budget, maxPauseMillis })

  return async (signed) => {
    if (signed.length > maxLength || !/^[\w-]+(?:\.[\w-]+)+$/.test(signed)) return null
    const byUs = readSigned(signed)
    try {
      const reply = await client().request({
        method: 'POST',
        url: `${api}/oauth2/token-info`,
        json: { token: signed },
      })
      const { active, clientId, instanceId, subjectType, subjectId } = reply.read(answer)
      if (!active || instanceId == null) return null
      if (clientId == null || clientId.toLowerCase() !== appId.toLowerCase()) return null
      // Two statements about one text that differ prove neither.
      if (byUs && byUs.instanceId !== instanceId) return null
      const isUser = subjectType?.toUpperCase() === 'USER'
      const personId = isUser ? (subjectId ?? null) : null
      return byUs ?? { instanceId, personId, signedAt: null }
    } catch (error) {
      // Also a budget that others have spent. Wix can't have refused what it wasn't asked.
      if (error instanceof TryLater) return byUs
      if (error instanceof BadRecord || error instanceof ConnectionLost) {
        return error.reply === null ? byUs : null
      }
      throw error
    }
  }
}
