/**
 * Trusted Shops: approved service reviews of one channel.
 *
 * Sources: eTrusted developer documentation (authentication, channels, reviews).
 */
import { z } from 'zod'
import { BadRecord, ConnectionLost } from '#app/lib/web/provider-errors.ts'
import { defineIntegration, type Caller } from '../integration.ts'
import { madeTokenOf } from '../kit/oauth.ts'
import { pullInPhases } from '../kit/phases.ts'
import { listedAgainFrom, reviewRows } from '../kit/reviews.ts'
import { identifier, looseText } from '../kit/shapes.ts'
import { WrongSetting } from '../kit/wrong-setting.ts'
import { review, reviewRecord, writtenAt } from '../records/trusted-shops.ts'

const settings = z.object({
  clientId: z
    .string()
    .trim()
    .regex(/^[\w-]{10,200}$/, 'Copy the whole client ID.')
    .meta({ label: 'Client ID', help: 'Control Centre › API credentials.' }),
  clientSecret: z
    .string()
    .trim()
    .regex(/^[\w-]{10,200}$/, 'Copy the whole client secret.')
    .meta({ label: 'Client secret', help: 'Below the client ID.', isSecret: true }),
  channel: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^(?:chl-[\da-f-]{8,60})?$/, 'A channel ID begins with chl-.')
    .optional()
    .meta({
      label: 'Channel ID',
      help: 'Only if your account has several channels. It’s in the address of the channel’s page.',
      placeholder: 'chl-…',
    }),
})
type TrustedShops = Caller<z.output<typeof settings>>

const pageSize = 100

export const trustedShops = defineIntegration({
  name: 'trusted_shops',
  category: 'reviews',
  summary: 'Reviews of your shop that Trusted Shops approved.',
  brings: ['review'],
  ways: ['keys'],
  settings,
  steps: {
    keys: [
      'In Trusted Shops’ Control Centre, create API credentials.',
      'Copy the client ID and the client secret here. Approved reviews arrive within minutes.',
      'If your account has several channels, open this site’s channel there, and copy the part of the page’s address that begins with chl-.',
    ],
  },
  budget: { requests: 60, seconds: 60 },
  accountOf: ({ clientId, channel }) => channel || clientId,
  // The login's only channel, which needs no name. With several of them, its owner has to choose.
  isSameAccount: ({ settings: { clientId, channel } }, before) =>
    before.clientId === clientId && (!before.channel || !channel),
  reviews: {},

  async test(caller) {
    const { id, name } = await findChannel(caller)
    await listReviews(caller, { channels: id, count: '1' })
    return { label: name?.trim() || id }
  },

  pull: pullInPhases<z.output<typeof settings>>([
    {
      name: 'reviews',
      isReviews: true,
      everyMinutes: 60,
      async read(caller, { position, since }) {
        const { data } = place.safeParse(position)
        const channel = data?.channel ?? (caller.settings.channel || (await findChannel(caller)).id)
        const { items, after } = await listReviews(caller, {
          channels: channel,
          count: String(pageSize),
          ...(data ? { after: data.after } : {}),
          ...(since ? { submittedAfter: listedAgainFrom(since).toISOString() } : {}),
        })
        const { records } = await reviewRows(
          { shape: review, rows: items, writtenAt, since },
          reviewRecord,
        )
        return { records, next: after === null ? null : { channel, after } }
      },
    },
  ]),
})

const place = z.object({ channel: identifier, after: identifier })

/**
 * The channel that the owner named, or the account's only one.
 *
 * @throws WrongSetting when there is none, or several and none is named
 */
async function findChannel(caller: TrustedShops) {
  const reply = await get(caller, 'channels')
  const channels = reply.read(z.array(z.object({ id: identifier, name: looseText })))
  const wanted = caller.settings.channel
  const [found, ...others] = wanted
    ? channels.filter(({ id }) => id.toLowerCase() === wanted)
    : channels
  if (found && others.length === 0) return found
  if (found) {
    throw new WrongSetting(
      'channel',
      'Your account has several channels. Enter the ID of the one that belongs to this site.',
    )
  }
  const missing = wanted
    ? 'Your account has no channel with this ID. Copy it from the address of the channel’s page.'
    : 'Your account has no channel yet. Add one at Trusted Shops.'
  throw new WrongSetting('channel', missing)
}

const listed = z.object({
  items: z.array(z.unknown()),
  paging: z.object({ cursor: z.object({ after: identifier.nullish() }).nullish() }).nullish(),
})

/** @returns after: where the next page begins. Null: this is the last one */
async function listReviews(caller: TrustedShops, query: Readonly<Record<string, string>>) {
  const reply = await get(caller, 'reviews', {
    type: 'SERVICE_REVIEW',
    status: 'APPROVED',
    ignoreStatements: 'true',
    orderBy: 'submittedAt',
    ...query,
  })
  const { items, paging } = reply.read(listed)
  // Pages can be shorter than asked for. The last one names no place, and neither can an empty one.
  return { items, after: items.length === 0 ? null : (paging?.cursor?.after ?? null) }
}

async function get(
  caller: TrustedShops,
  path: string,
  query: Readonly<Record<string, string>> = {},
) {
  return caller.http.request({
    url: `${caller.origin('https://api.etrusted.com')}/${path}`,
    query,
    headers: {
      Authorization: `Bearer ${await caller.token(async () =>
        madeTokenOf(await requestToken(caller), caller.now),
      )}`,
    },
  })
}

async function requestToken({ settings: { clientId, clientSecret }, http, origin }: TrustedShops) {
  try {
    return await http.request({
      method: 'POST',
      url: `${origin('https://login.etrusted.com')}/oauth/token`,
      form: {
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        audience: 'https://api.etrusted.com',
      },
    })
  } catch (error) {
    // RFC 6749 5.2: wrong credentials may be answered with 400 as well.
    if (!(error instanceof BadRecord) || error.reply?.status !== 400) throw error
    throw new ConnectionLost('The service refuses the client.', error.reply)
  }
}
