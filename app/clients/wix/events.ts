/** Webhooks of Wix: the whole body is a token that Wix signed with the app's key. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { WixAccount } from '#app/config.server.ts'
import type { WixApp } from '#app/domain/billing/channels/wix.ts'
import { readPublicKey, verifiedClaims } from '#app/lib/security/signed-token.ts'
import { ForgedDelivery } from '#app/lib/web/provider-errors.ts'

/** Seconds by which our clock may differ from Wix’. */
const tolerance = 300

/** The events to choose in the app's dashboard. Others are stored, and cause a read as well. */
export const webhookEvents = [
  'AppInstalled',
  'AppRemoved',
  'PaidPlanPurchased',
  'PaidPlanChanged',
  'PaidPlanAutoRenewalCancelled',
  'PlanConvertedToPaid',
  'PlanReactivated',
  'PlanTransferred',
] as const

/** Events that are read as they came: their entity is what a nudge can show. */
const isOfContent = (topic: string) =>
  /^wix\.ecom\.v1\.order_|^wix\.members\.v1\.member_created$/.test(topic)

/** An event of any kind that follows from someone's erasure: it names the order or the member that is forgotten. */
const isErasure = (event: unknown): boolean => {
  const read = anonymizing.safeParse(event).data
  return (
    read !== undefined && /^wix\.(?:ecom\.v1\.order|members\.v1\.member)$/.test(read.entityFqdn)
  )
}

const anonymizing = z.looseObject({
  entityFqdn: z.string(),
  triggeredByAnonymizeRequest: z.literal(true),
})

/** JSON in JSON. */
const jsonText = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue({ code: 'custom', message: 'no JSON' })
    return z.NEVER
  }
})

const claims = z.object({
  iat: z.number(),
  exp: z.number(),
  /** The app that the token is for, where Wix says so. */
  aud: z.string().optional(),
  data: jsonText.pipe(
    z.object({
      eventType: z.string().regex(/^[\w.]{1,100}$/),
      instanceId: z
        .string()
        .transform((id) => id.toLowerCase())
        .pipe(z.uuid()),
      /** Names the app for installs and removals. */
      data: jsonText.optional(),
    }),
  ),
})

const ofApp = z.looseObject({ appId: z.string() })

/** Newer events have an ID, which is the same when Wix sends one again in another token. */
const withId = z.looseObject({ id: z.uuid(), eventTime: z.string() })

export function createEventReader(
  { appId, publicKey }: Pick<WixAccount, 'appId' | 'publicKey'>,
  now: () => Date,
): WixApp['readEvent'] {
  const key = readPublicKey(publicKey)
  const isOurs = (id: string | undefined) =>
    id === undefined || id.toLowerCase() === appId.toLowerCase()

  return (body) => {
    let verified: unknown
    try {
      verified = verifiedClaims(body, key)
    } catch (error) {
      if (error instanceof ForgedDelivery) return forged('The signature is wrong.')
      return malformed
    }
    const read = claims.safeParse(verified)
    if (!read.success) return malformed
    const { iat, exp, aud, data } = read.data
    const seconds = now().getTime() / 1000
    if (seconds - exp > tolerance || iat - seconds > tolerance) {
      return forged('The token is too old, or not valid yet.')
    }
    if (!isOurs(aud) || !isOurs(ofApp.safeParse(data.data).data?.appId)) {
      return forged('The token is for another app.')
    }
    const named = withId.safeParse(data.data).data
    return {
      event: {
        id: named ? named.id : createHash('sha256').update(body.trim()).digest('base64url'),
        topic: data.eventType,
        instanceId: data.instanceId,
        signedAt: new Date(iat * 1000),
        content:
          isOfContent(data.eventType) || isErasure(data.data) ? JSON.stringify(data.data) : '',
      },
    }
  }
}

const forged = (detail: string) => ({ refused: 'forged' as const, detail })

const malformed = { refused: 'malformed' as const, detail: 'The body isn’t a webhook of Wix.' }
