import payload from '../../payloads/services/active_campaign.json' with { type: 'json' }
import { contactsReply } from '#workshop/doubles/shops/active-campaign-contacts.ts'
import { startRestServer, type RestBooks } from '#workshop/doubles/shops/rest-server.ts'
import type { SeenRequest } from '#workshop/doubles/shops/shop-double.ts'
import { formText } from '../form-text.ts'
import type { BatteryCase, DeliveryCase } from '../battery-case.ts'
import { activeCampaign as published } from '#workshop/published/services/active-campaign.ts'

const key = '0123456789abcdef'.repeat(4)
const path = 'GET /api/3/contacts/118'
const { contact } = payload

/** Its answers about the contact's second list, which is the connection's. */
const listed = (change: Record<string, unknown>) => ({
  ...contact,
  contactLists: contact.contactLists.map((one) => (one.list === '4' ? { ...one, ...change } : one)),
})

const signup = {
  kind: 'signup',
  id: 'activecampaign-118',
  occurred_at: '2026-03-02T09:50:00.000Z',
  state: 'confirmed',
  as_of: '2026-03-02T09:50:00.000Z',
  person: { first_name: 'Jane', email: 'jane@shop.example' },
} as const

const delivery = (
  name: string,
  rest: Pick<DeliveryCase, 'answers' | 'expected' | 'decisive'> & { type?: string },
): DeliveryCase => {
  const { type = 'subscribe', ...others } = rest
  return {
    name,
    topic: type,
    json: { ...payload.subscribe, type },
    textOf: formText,
    sign: () => ({}),
    ...others,
  }
}

/** Numbers are texts in its answers. */
type Hook = { url: string; listid: number }

const hookJson = (id: string, hook: Hook) => ({ ...hook, listid: String(hook.listid), id })

function answer(request: SeenRequest, books: RestBooks) {
  const { method, path: asked, body } = request
  const { hooks, nextId } = books
  const listed = contactsReply(request, books.orders)
  if (listed) return listed
  if (asked === '/api/3/lists/4') return { json: { list: payload.list } }
  const [, id] = /^\/api\/3\/webhooks(?:\/(\d+))?$/.exec(asked) ?? [null, null]
  if (id === null) return undefined
  if (method === 'DELETE' && id) {
    return hooks.delete(id) ? { json: {} } : undefined
  }
  if (method === 'GET') {
    const wanted = request.query.get('filters[url]')
    const webhooks = [...hooks]
      .map(([known, hook]) => hookJson(known, hook as Hook))
      .filter(({ url }) => wanted === null || url === wanted)
      .slice(0, Number(request.query.get('limit') ?? 20))
    return { json: { webhooks } }
  }
  const { webhook } = JSON.parse(body) as { webhook: Hook }
  const made = String(nextId())
  hooks.set(made, webhook)
  return { status: 201, json: { webhook: hookJson(made, webhook) } }
}

export const activeCampaign: BatteryCase = {
  async start({ now }) {
    const double = await startRestServer({
      now,
      published,
      answer,
      isAuthorized: ({ headers }) => headers['api-token'] === key,
    })
    return {
      double,
      settings: { account: 'https://oak.api-us1.com', key, list: '4' },
      placeOrder: () => `activecampaign-${String(double.placeOrder().id)}`,
      countHooks: () => double.hooks.size,
    }
  },
  isUnsigned: true,
  contacts: [
    {
      name: 'an event that nobody asked for',
      delivery: {
        body: Buffer.from(formText({ ...payload.subscribe, type: 'contact_tag_added' })),
      },
      verdict: { reply: { status: 200 } },
    },
  ],
  deliveries: [
    delivery('subscribe', {
      answers: { [path]: contact },
      decisive: ['contact[id]', 'list'],
      expected: [signup],
    }),
    delivery('a person who confirms later', {
      answers: { [path]: listed({ status: '0' }) },
      decisive: [],
      expected: [],
    }),
    delivery('a person without a time', {
      answers: { [path]: listed({ sdate: null }) },
      decisive: [],
      expected: [],
    }),
    delivery('unsubscribe', {
      type: 'unsubscribe',
      answers: { [path]: listed({ status: '2' }) },
      decisive: [],
      expected: [{ ...signup, state: 'cancelled' }],
    }),
  ],
}
