/**
 * The parameter `instance`, with which Wix says for which site it opens a page of the app:
 * `signature.payload`, both base64url, signed with the app's secret.
 *
 * Wix recommends to have it checked by a call (token-info), and calls this legacy:
 * https://dev.wix.com/docs/build-apps/develop-your-app/access/app-instances/parse-the-app-instance-query-parameter
 */
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { WixAccount } from '#app/config.server.ts'
import type { WixVisitor } from '#app/domain/billing/channels/wix.ts'
import { timingSafeEqualText } from '#app/lib/security/timing-safe-equal.server.ts'
import { dayMillis, minuteMillis } from '#app/lib/time.ts'
import { instanceIdOf, personIdOf } from './ids.ts'

/** Pages stay open for a while before someone follows a link on them. */
const freshMillis = dayMillis

/** By which our clock may differ from Wix’. */
const toleranceMillis = 5 * minuteMillis

const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text).getTime())

const instanceShape = z.object({
  instanceId: instanceIdOf,
  appDefId: z.string().optional(),
  signDate: moment,
  expirationDate: moment.nullish(),
  /** ID of the person who looks: a user of Wix, or a member of the site. */
  uid: personIdOf.nullish().catch(null),
  /** `OWNER` for people who manage the site. Visitors and members have none. */
  permissions: z.string().nullish().catch(null),
  /** ID of a visitor who isn't logged in. */
  aid: z.unknown().optional(),
})

export function createInstanceReader(
  { appId, appSecret }: Pick<WixAccount, 'appId' | 'appSecret'>,
  now: () => Date,
): (signed: string) => WixVisitor | null {
  const isOurs = (id: string | undefined) =>
    id === undefined || id.toLowerCase() === appId.toLowerCase()

  return (signed) => {
    const [signature = '', payload = '', ...more] = signed.split('.')
    const expected = createHmac('sha256', appSecret).update(payload).digest('base64url')
    if (more.length > 0 || !timingSafeEqualText(signature, expected)) return null
    const read = instanceShape.safeParse(parsed(payload))
    if (!read.success || !isOurs(read.data.appDefId)) return null
    const { instanceId, signDate, expirationDate, uid, permissions, aid } = read.data
    const at = now().getTime()
    const isFresh =
      signDate - at <= toleranceMillis &&
      at - signDate <= freshMillis &&
      (expirationDate == null || at - expirationDate <= toleranceMillis)
    if (!isFresh) return null
    const isManager = permissions?.split(',').includes('OWNER') === true && aid == null
    const personId = isManager ? (uid ?? null) : null
    return { instanceId, personId, signedAt: new Date(Math.min(signDate, at)) }
  }
}

/** Null: no JSON. */
function parsed(payload: string): unknown {
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString())
  } catch {
    return null
  }
}
