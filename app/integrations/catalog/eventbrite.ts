/**
 * Eventbrite: ticket orders of an organization. Free ones are sign-ups.
 *
 * Eventbrite doesn't sign what it sends, so a delivery is believed only as far as it names an order: the
 * order itself is read with the organization's token.
 *
 * Sources: Eventbrite API reference (organizations, orders, webhooks) and its pages about OAuth and
 * webhooks.
 */
import { z } from 'zod'
import { BadRecord, ConnectionLost, TryLater } from '#app/lib/web/provider-errors.ts'
import type { ProviderReply } from '#app/lib/web/provider-reply.ts'
import {
  defineIntegration,
  type Caller,
  type OfferedAccount,
  type Verdict,
} from '../integration.ts'
import { jsonOf, readRows, readShape } from '../kit/json.ts'
import { recordRows } from '../kit/listed-rows.ts'
import { onlyByApproval } from '../kit/oauth.ts'
import { pullInPhases } from '../kit/phases.ts'
import { identifier, looseFlag, looseIdentifier, looseText, present } from '../kit/shapes.ts'
import { contentId } from '../kit/signatures.ts'
import { namesExactly, removeAll } from '../kit/subscriptions.ts'
import { order, orderRecord } from '../records/eventbrite.ts'

const settings = z.object({
  organization: z
    .string()
    .regex(/^\d{1,30}$/, 'An organization ID has digits only.')
    .meta({ label: 'Organization', isGranted: true }),
})
type Settings = z.output<typeof settings>
type Eventbrite = Caller<Partial<Settings>>

const topics = ['order.placed', 'order.updated', 'order.refunded'] as const
const isTopic = (name: string) => topics.some((topic) => topic === name)

/** Whole orders, so that one request reads all of them. */
const expand = 'event,attendees'

export const eventbrite = defineIntegration({
  name: 'eventbrite',
  category: 'marketing',
  summary: 'Ticket orders and registrations of your Eventbrite events.',
  brings: ['purchase', 'signup'],
  ways: ['oauth'],
  settings,
  steps: {
    oauth: [
      'Log in to Eventbrite with an account that manages your events.',
      'Eventbrite asks whether Footfall may access your account. Choose Allow.',
      'Choose the organization, if you have several. Its orders arrive within minutes.',
    ],
  },
  // The limit of a token, and so of a connection, is 2,000 an hour.
  budget: { requests: 30, seconds: 60 },
  accountOf: ({ organization }) => organization,
  idsOf: 'service',

  oauth: {
    authorizeUrl: 'https://www.eventbrite.com/oauth/authorize',
    tokenUrl: 'https://www.eventbrite.com/oauth/token',
    scopes: [],
    usesPkce: false,
    clientAuth: 'body',
    tokenBody: 'form',
  },

  settingsOf: () => ({}),
  choice: {
    field: 'organization',
    noun: 'organization',
    list: listOrganizations,
  },

  async test(caller) {
    const { organization } = caller.settings
    const found = (await listOrganizations(caller)).find(({ id }) => id === organization)
    if (!found) throw new ConnectionLost('The login no longer manages this organization.')
    return { label: found.label }
  },

  async subscribe(caller) {
    const path = `organizations/${caller.settings.organization}/webhooks/`
    const { kept, others } = await findWebhooks(caller, path)
    await removeWebhooks(caller, others)
    if (kept) return { webhook: kept }
    const made = await send(caller, {
      method: 'POST',
      path,
      json: { endpoint_url: caller.hookUrl, actions: topics.join(',') },
    })
    return { webhook: made.read(z.object({ id: identifier })).id }
  },

  async unsubscribe(caller) {
    await removeWebhooks(caller, Object.values(caller.subscription))
  },

  receive: {
    verify({ method, headers, body }): Verdict {
      if (method !== 'POST') throw new BadRecord('Use POST here.')
      const { config, api_url: address } = readShape(delivery, jsonOf(body.toString('utf8')))
      // Sent when a webhook is added, and for actions that others asked for.
      if (!isTopic(config.action)) return { reply: { status: 200 } }
      const number = headers['x-eventbrite-delivery'] ?? ''
      return {
        id: contentId(number, config.action, orderIdOf(address)),
        topic: config.action,
      }
    },

    async read({ topic, text }, caller) {
      if (!isTopic(topic)) return []
      const id = orderIdOf(readShape(delivery, jsonOf(text)).api_url)
      const reply = await expanded(caller, `orders/${id}/`)
      const read = reply.read(order)
      if (read.id !== id) throw new BadRecord('Eventbrite answered with another order.')
      return present([orderRecord(read)])
    },
  },

  pull: pullInPhases<Settings>([
    {
      name: 'orders',
      // Deliveries that fail are given up after a few attempts.
      everyMinutes: 15,
      firstDays: 60,
      async read(caller, { position, since }) {
        const path = `organizations/${caller.settings.organization}/orders/`
        const reply = await expanded(caller, path, {
          status: 'both',
          ...(since ? { changed_since: `${since.toISOString().slice(0, 19)}Z` } : {}),
          ...(typeof position === 'string' ? { continuation: position } : {}),
        })
        const { orders } = reply.read(z.object({ orders: z.array(z.unknown()) }))
        return {
          records: await recordRows(order, orders, orderRecord),
          next: nextOf(reply),
        }
      },
    },
  ]),
})

const delivery = z.object({
  config: z.object({ action: z.string().max(100) }),
  api_url: z.string().max(500),
})

/** The ID alone: the address itself is never called, because anyone could have sent it. */
function orderIdOf(address: string): string {
  const [, id] =
    /^https:\/\/www\.eventbriteapi\.com\/v3\/(?:events\/\d+\/)?orders\/(\d{1,30})\/?$/.exec(
      address,
    ) ?? []
  if (id === undefined) throw new BadRecord('The delivery names no order.')
  return id
}

const pagination = z.object({
  pagination: z.object({ has_more_items: looseFlag, continuation: looseText }),
})

/** Null: it was the last page. */
function nextOf(reply: ProviderReply): string | null {
  const { has_more_items: hasMore, continuation } = reply.read(pagination).pagination
  return hasMore && continuation ? continuation.slice(0, 2_000) : null
}

/** More would not fit a list to choose from. */
const maxPages = 5

async function listOrganizations(caller: Eventbrite): Promise<OfferedAccount[]> {
  const found: OfferedAccount[] = []
  let continuation: string | null = null
  for (let page = 0; page < maxPages; page += 1) {
    const more: Record<string, string> = continuation === null ? {} : { continuation }
    const reply = await get(caller, 'users/me/organizations/', more)
    const { organizations } = reply.read(z.object({ organizations: z.array(z.unknown()) }))
    for (const { id, name } of readRows(
      z.object({ id: identifier, name: looseText }),
      organizations,
    )) {
      found.push({ id, label: name?.trim() || `Organization ${id}` })
    }
    continuation = nextOf(reply)
    if (continuation === null) break
  }
  return found
}

const removeWebhooks = (caller: Eventbrite, ids: readonly string[]) =>
  removeAll(ids, (id) => send(caller, { method: 'DELETE', path: `webhooks/${id}/` }))

/**
 * Names of its actions are separated by commas. It may be of one event alone. Source: webhook.rb of Eventbrite’s
 * Ruby SDK (github.com/kball/eventbrite-sdk-ruby).
 */
const webhook = z.object({
  id: identifier,
  endpoint_url: z.string(),
  actions: looseText,
  event_id: looseIdentifier,
})

/** Ours, among all webhooks of the organization: one that is as we ask for, and others to remove. */
async function findWebhooks(caller: Eventbrite, path: string) {
  const found: z.output<typeof webhook>[] = []
  let continuation: string | null = null
  for (let page = 0; page < maxPages; page += 1) {
    const more: Record<string, string> = continuation === null ? {} : { continuation }
    const reply = await get(caller, path, more)
    const { webhooks } = reply.read(z.object({ webhooks: z.array(z.unknown()) }))
    found.push(...readRows(webhook, webhooks).filter((one) => one.endpoint_url === caller.hookUrl))
    continuation = nextOf(reply)
    if (continuation === null) break
  }
  const kept = found.find(
    ({ actions, event_id: event }) =>
      !event && namesExactly(actions?.split(',').map((name) => name.trim()) ?? [], topics),
  )
  return { kept: kept?.id, others: found.filter((one) => one !== kept).map(({ id }) => id) }
}

const get = async (caller: Eventbrite, path: string, query: Record<string, string> = {}) =>
  caller.http
    .request({ url: addressOf(caller, path), query, headers: await authorization(caller) })
    .catch(asEnded)

/**
 * With what an order refers to, or without it: an order is a purchase without its event's title, too. Source:
 * eventbrite.com/platform/api, errors (2026): EXPANSION_FAILED has status 500.
 */
async function expanded(caller: Eventbrite, path: string, query: Record<string, string> = {}) {
  try {
    return await get(caller, path, { ...query, expand })
  } catch (error) {
    const code =
      error instanceof TryLater && error.reply?.find(z.object({ error: z.string() }))?.error
    if (code === 'EXPANSION_FAILED') return get(caller, path, query)
    throw error
  }
}

/** Eventbrite's table of errors has 400 for a token that ended, and programs have met 401. */
function asEnded(error: unknown): never {
  const isEnded =
    error instanceof BadRecord &&
    error.reply?.find(z.object({ error: z.string() }))?.error === 'INVALID_AUTH'
  throw isEnded ? new ConnectionLost(error.message, error.reply) : error
}

type Change = { method: 'POST' | 'DELETE'; path: string; json?: unknown }

const send = async (caller: Eventbrite, { method, path, json }: Change) =>
  caller.http.request({
    method,
    url: addressOf(caller, path),
    headers: await authorization(caller),
    ...(json === undefined ? {} : { json }),
  })

const addressOf = ({ origin }: Eventbrite, path: string) =>
  `${origin('https://www.eventbriteapi.com')}/v3/${path}`

const authorization = async (caller: Eventbrite) => ({
  Authorization: `Bearer ${await caller.token(onlyByApproval)}`,
})
