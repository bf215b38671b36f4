/**
 * Wix, with an app that the merchant made for the site: orders and new members.
 *
 * Sources: Wix developer documentation (authentication with client credentials, webhooks and their
 * validation, orders, members), and the event handling of its SDK for the nesting of deliveries.
 */
import { z } from 'zod'
import { claimsIn, readPublicKey, verifiedClaims } from '#app/lib/security/signed-token.ts'
import { BadRecord, ForgedDelivery } from '#app/lib/web/provider-errors.ts'
import { defineIntegration, type Caller, type Verdict } from '../integration.ts'
import { jsonOf, readShape } from '../kit/json.ts'
import { recordRows } from '../kit/listed-rows.ts'
import { madeTokenOf } from '../kit/oauth.ts'
import { pullInPhases } from '../kit/phases.ts'
import { identifier, isoMoment, looseFlag, present } from '../kit/shapes.ts'
import { signatureToleranceSeconds } from '../kit/signatures.ts'
import { WrongSetting } from '../kit/wrong-setting.ts'
import { entityOf, member, memberRecord, order, orderRecord } from '../records/wix.ts'

const uuid = (message: string) => z.string().trim().toLowerCase().pipe(z.uuid(message))

const settings = z.object({
  appId: uuid('Copy the whole app ID.').meta({
    label: 'App ID',
    help: 'Wix app dashboard › Develop › OAuth.',
  }),
  appSecret: z
    .string()
    .trim()
    .min(10, 'Copy the whole app secret key.')
    .max(200, 'Use 200 characters or fewer.')
    .meta({ label: 'App secret key', help: 'On the same page.', isSecret: true }),
  publicKey: z
    .string()
    .trim()
    .max(2_000, 'Use 2,000 characters or fewer.')
    .refine((typed) => readPublicKey(typed) !== null, 'Copy the whole public key of the app.')
    .meta({
      label: 'Public key',
      help: 'Wix app dashboard › Develop › Webhooks › Get public key.',
      placeholder: '-----BEGIN PUBLIC KEY-----',
    }),
  instanceId: uuid('Copy the whole instance ID.').meta({
    label: 'Instance ID',
    help: 'The app’s installation on your site: Wix app dashboard › App installs.',
  }),
})
type Wix = Caller<z.output<typeof settings>>

export const wix = defineIntegration({
  name: 'wix',
  category: 'shop',
  summary: 'Orders and new members of your Wix site.',
  brings: ['purchase', 'signup'],
  ways: ['keys'],
  settings,
  steps: {
    keys: [
      'In the Wix app dashboard, create an app, let it read orders and members, and install it on your site.',
      'Copy the app’s ID, its secret key, its public key and the ID of the installation here.',
      'Orders arrive from now on. To get them at once, add the webhooks Order Approved, Order Payment Status Updated, Order Canceled and Member Created with the address that Footfall shows.',
    ],
  },
  budget: { requests: 100, seconds: 60 },
  accountOf: ({ instanceId }) => instanceId,
  idsOf: 'service',

  async test(caller) {
    await post(caller, 'ecom/v1/orders/search', { search: { cursorPaging: { limit: 1 } } })
    return { label: `Site ${caller.settings.instanceId.slice(0, 8)}…` }
  },

  receive: {
    verify({ body }, { settings: { publicKey, instanceId }, now }): Verdict {
      const delivery = verified(body.toString('utf8'), { publicKey, now })
      // The app may be installed on other sites. And forgetting someone is no event.
      const isIgnored = delivery.instanceId.toLowerCase() !== instanceId
      if (isIgnored || delivery.event.triggeredByAnonymizeRequest) return { reply: { status: 200 } }
      const { id, eventTime } = delivery.event
      return { id, topic: delivery.eventType, triggeredAt: new Date(eventTime) }
    },

    // It was verified when it was stored.
    read({ topic, text }) {
      const { event } = deliveryOf(claimsIn(text))
      if (event.triggeredByAnonymizeRequest) return []
      if (topic.startsWith('wix.ecom.v1.order')) {
        return present([orderRecord(readShape(order, entityOf(event)))])
      }
      if (topic === 'wix.members.v1.member_created') {
        return [memberRecord(readShape(member, entityOf(event)))]
      }
      return []
    },
  },

  pull: pullInPhases<z.output<typeof settings>>([
    {
      name: 'orders',
      everyMinutes: 15,
      firstDays: 60,
      async read(caller, { position, since }) {
        // A cursor already contains the rest of its search.
        const search =
          typeof position === 'string'
            ? { cursorPaging: { limit: 100, cursor: position } }
            : {
                ...(since ? { filter: { updatedDate: { $gte: since.toISOString() } } } : {}),
                sort: [{ fieldName: 'createdDate', order: 'ASC' }],
                cursorPaging: { limit: 100 },
              }
        const reply = await post(caller, 'ecom/v1/orders/search', { search })
        const { orders, metadata } = reply.read(
          z.object({
            orders: z.array(z.unknown()),
            metadata: z
              .object({
                hasNext: looseFlag,
                cursors: z.object({ next: z.string().nullish() }).nullish(),
              })
              .nullish(),
          }),
        )
        const next = metadata?.hasNext ? (metadata.cursors?.next ?? null) : null
        return { records: await recordRows(order, orders, orderRecord), next }
      },
    },
    {
      name: 'members',
      everyMinutes: 60,
      firstDays: 60,
      withoutRight:
        'Orders still arrive. Sign-ups may be missing, because the app isn’t allowed to read members. Allow it in the Wix app dashboard.',
      async read(caller, { position, since }) {
        const offset = typeof position === 'number' ? position : 0
        const reply = await post(caller, 'members/v1/members/query', {
          // The standard set has neither name nor address.
          fieldsets: ['FULL'],
          // Newest first: members can be sorted by this date, and not filtered.
          query: {
            sort: [{ fieldName: 'createdDate', order: 'DESC' }],
            paging: { limit: memberPage, offset },
          },
        })
        const { members } = reply.read(z.object({ members: z.array(z.unknown()) }))
        const isRecent = (one: unknown) => !since || !isOlder(one, since)
        const recent = members.filter(isRecent)
        const isLast = members.length < memberPage || recent.length < members.length
        const records = await recordRows(member, recent, memberRecord)
        return { records, next: isLast ? null : offset + memberPage }
      },
    },
  ]),
})

const memberPage = 100

/** A member whose date can't be read is no older one: it's counted as unreadable. */
const isOlder = (one: unknown, since: Date): boolean => {
  const created = member.pick({ createdDate: true }).safeParse(one)
  return created.success && new Date(created.data.createdDate) < since
}

async function post(caller: Wix, path: string, json: unknown) {
  return caller.http.request({
    method: 'POST',
    url: `${caller.origin('https://www.wixapis.com')}/${path}`,
    headers: { Authorization: await caller.token(() => makeToken(caller)) },
    json,
  })
}

async function makeToken({ settings: { appId, appSecret, instanceId }, ...caller }: Wix) {
  const asked = caller.http.request({
    method: 'POST',
    url: `${caller.origin('https://www.wixapis.com')}/oauth2/token`,
    json: {
      grant_type: 'client_credentials',
      client_id: appId,
      client_secret: appSecret,
      instance_id: instanceId,
    },
  })
  return madeTokenOf(await asked.catch(asRemoved), caller.now)
}

/** Wix makes no token for an installation that was removed, nor for wrong values of the app. */
function asRemoved(error: unknown): never {
  if (!(error instanceof BadRecord && [400, 404].includes(error.reply?.status ?? 0))) throw error
  throw new WrongSetting(
    'instanceId',
    'Wix no longer gives this app access. Check that it’s still installed on the site, and the values above.',
  )
}

const jsonText = z.string().transform((text) => jsonOf(text))

/** Each level is a text of JSON in the one above it. */
const claims = z.object({ iat: z.number().optional(), exp: z.number(), data: jsonText })
const outer = z.object({
  eventType: z.string().regex(/^[\w.]{1,100}$/),
  instanceId: z.string(),
  data: jsonText,
})
const inner = z.looseObject({
  id: identifier,
  eventTime: isoMoment,
  triggeredByAnonymizeRequest: looseFlag,
})

function deliveryOf(value: unknown) {
  const { data, iat, exp } = readShape(claims, value)
  const { eventType, instanceId, data: event } = readShape(outer, data)
  return { eventType, instanceId, iat, exp, event: readShape(inner, event) }
}

/** @throws ForgedDelivery, BadRecord */
function verified(text: string, { publicKey, now }: { publicKey: string; now: Date }) {
  const delivery = deliveryOf(verifiedClaims(text, readPublicKey(publicKey)))
  const seconds = now.getTime() / 1000
  const { iat = seconds, exp } = delivery
  const isOff =
    seconds - exp > signatureToleranceSeconds || iat - seconds > signatureToleranceSeconds
  if (isOff) throw new ForgedDelivery()
  return delivery
}
