/** VAPID keys of sites (RFC 8292, https://www.rfc-editor.org/rfc/rfc8292). */
import { and, eq, isNull, notInArray, sql } from 'drizzle-orm'
import { createECDH } from 'node:crypto'
import type { Queries } from '#app/db/db.ts'
import { pushKeys, pushSubscriptions } from '#app/db/schema/push.ts'
import type { Secrets } from '#app/lib/security/secrets.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'

/** The name under which a private key is encrypted. */
export const keyName = (publicKey: string): string => `push_keys:${publicKey}`

/** Adds a key that browsers subscribe with from now on. */
export async function addKey(
  tx: Queries,
  site: SiteScope,
  { secrets, at }: { secrets: Secrets; at: Date },
): Promise<string> {
  const { publicKey, privateKey } = createKeyPair()
  await tx.insert(pushKeys).values({
    teamId: site.teamId,
    siteId: site.siteId,
    publicKey,
    privateKey: secrets.seal(privateKey, keyName(publicKey)),
    createdAt: at,
  })
  return publicKey
}

/** A key on P-256, base64url: 65 bytes that are public, and 32 that are not. */
function createKeyPair(): { publicKey: string; privateKey: string } {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  // Leading zeros are part of a private key.
  const privateKey = Buffer.alloc(32)
  const made = pair.getPrivateKey()
  made.copy(privateKey, 32 - made.length)
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: privateKey.toString('base64url'),
  }
}

/** The key that browsers subscribe with. Null: the site has none yet. */
export async function findCurrentKey(
  tx: Queries,
  site: SiteScope,
): Promise<{ id: number; publicKey: string } | null> {
  const [row] = await tx
    .select({ id: pushKeys.id, publicKey: pushKeys.publicKey })
    .from(pushKeys)
    .where(and(inSite(pushKeys, site), isNull(pushKeys.replacedAt)))
  return row ?? null
}

/** Any key of the site that browsers still have. Null: it isn't one of the site's. */
export async function findKey(
  tx: Queries,
  site: SiteScope,
  publicKey: string,
): Promise<{ id: number } | null> {
  const [row] = await tx
    .select({ id: pushKeys.id })
    .from(pushKeys)
    .where(and(inSite(pushKeys, site), eq(pushKeys.publicKey, publicKey)))
  return row ?? null
}

/** Marks the current key as replaced, and drops those that no subscription needs. */
export async function retireKeys(tx: Queries, site: SiteScope, at: Date): Promise<void> {
  await tx
    .update(pushKeys)
    .set({ replacedAt: at })
    .where(and(inSite(pushKeys, site), isNull(pushKeys.replacedAt)))
  const used = tx
    .select({ id: pushSubscriptions.keyId })
    .from(pushSubscriptions)
    .where(inSite(pushSubscriptions, site))
  await tx.delete(pushKeys).where(
    and(
      inSite(pushKeys, site),
      notInArray(pushKeys.id, used),
      // A page that was opened just before can still subscribe with it.
      sql`${pushKeys.replacedAt} < ${at.toISOString()}::timestamptz - interval '1 day'`,
    ),
  )
}
