/** A BigCommerce store may sell through several storefronts and marketplaces. A site is one of them. */
import { expect, test } from 'vitest'
import { answerWith, connect, pullAll, storedDelivery } from '#tests/integrations/callers.ts'
import { bigcommerce as bigcommerceCase } from '#tests/integrations/cases/bigcommerce.ts'
import payload from '#tests/payloads/services/bigcommerce.json' with { type: 'json' }
import { createClock } from '#tests/support/clock.ts'
import type { Cursor, PulledPage } from '../integration.ts'
import { bigcommerce } from './bigcommerce.ts'

const base = '/stores/abcde'
const order = (id: number, channel: number) => ({ ...payload.order, id, channel_id: channel })
const [person] = payload.customers.data
const customers = {
  data: [
    { ...person, id: 1, origin_channel_id: 1 },
    { ...person, id: 2, origin_channel_id: 7 },
  ],
}

/** A store whose lists can be asked for one channel alone. */
async function open(channelId: string) {
  const { world, caller } = await connect(bigcommerce, bigcommerceCase, { clock: createClock() })
  answerWith(world, {
    [`GET ${base}/v3/customers`]: customers,
    [`GET ${base}/v2/orders/250`]: order(250, 1),
    [`GET ${base}/v3/catalog/products/205`]: payload.product,
  })
  world.double.failBy(({ path, query }) => {
    if (path.endsWith('/v2/orders')) {
      const wanted = query.get('channel_id')
      const rows = [order(250, 1), order(251, 7)]
      const json = rows.filter((one) => !wanted || wanted === String(one.channel_id))
      return query.get('page') === '1' ? { json } : { status: 204 }
    }
    if (!path.endsWith('/v3/catalog/products')) return undefined
    const isListed = ['1', null].includes(query.get('channel_id:in'))
    return { json: { data: isListed ? [payload.product.data] : [] } }
  })
  const settings = { ...caller().settings, ...bigcommerce.settings.partial().parse({ channelId }) }
  return { caller: () => ({ ...caller(), settings }), world }
}

test.each([
  ['', ['1', '2', '205', '250', '251'], true],
  ['1', ['1', '205', '250'], false],
  ['7', ['2', '251'], false],
])('channel %j: the site has its sales', async (channelId, expected, isLacking) => {
  const { caller } = await open(channelId)

  const { records } = await pullAll(bigcommerce, caller, null)
  const limits = []
  let cursor: Cursor = null
  for (let pages = 0; pages < 3; pages += 1) {
    const page: PulledPage | undefined = await bigcommerce.pull?.page(caller(), cursor)
    limits.push(page?.limit)
    cursor = page?.cursor ?? null
  }

  expect(records.map((one) => ('id' in one ? one.id : one.kind)).sort()).toEqual(expected)
  const sentence = expect.stringContaining('enter its channel ID') as string
  expect(limits.at(-1)).toEqual(isLacking ? sentence : undefined)
})

const deliveries = [
  [payload.order_created, 'purchase', null],
  [payload.product_updated, 'product', 'product_removed'],
] as const

test.each(deliveries)(
  '$scope: of another channel it brings no sale',
  async (event, kind, other) => {
    const read = async (channelId: string) => {
      const { caller } = await open(channelId)
      const stored = storedDelivery(event.scope, JSON.stringify(event), new Date(0))
      return (await bigcommerce.receive?.read(stored, caller()))?.map((one) => one.kind)
    }

    expect(await read('1')).toEqual([kind])
    expect(await read('7')).toEqual(other === null ? [] : [other])
  },
)

test('a refund on another channel ends what was stored of it, and brings nothing else', async () => {
  const { caller, world } = await open('7')
  answerWith(world, { [`GET ${base}/v2/orders/250`]: { ...order(250, 1), status_id: 4 } })
  const event = payload.order_created
  const stored = storedDelivery(event.scope, JSON.stringify(event), new Date(0))

  const records = await bigcommerce.receive?.read(stored, caller())

  expect(records).toEqual([
    {
      kind: 'purchase',
      id: '250',
      occurred_at: expect.any(String) as string,
      as_of: null,
      state: 'refunded',
      isElsewhere: true,
    },
  ])
})

test('products of another storefront have no link of the default one', async () => {
  const { caller, world } = await open('7')
  world.double.heal()
  answerWith(world, {
    [`GET ${base}/v3/catalog/products`]: { data: [payload.product.data] },
    [`GET ${base}/v2/store`]: payload.store,
  })

  const { records } = await pullAll(bigcommerce, caller, null)

  expect(records.find(({ kind }) => kind === 'product')).toMatchObject({ id: '205', url: null })
})
