/** One Magento installation may have several websites. A site shows its orders, customers and products alone. */
import { expect, test } from 'vitest'
import { hourMillis } from '#app/lib/time.ts'
import { HeldUp } from '#app/lib/web/provider-errors.ts'
import type { BatteryCase } from '#tests/integrations/battery-case.ts'
import {
  connect,
  failureOf,
  pullAll,
  readThrough,
  type Connected,
} from '#tests/integrations/callers.ts'
import { magentoToken } from '#tests/integrations/cases/magento.ts'
import payload from '#tests/payloads/services/magento.json' with { type: 'json' }
import { createClock, type Clock } from '#tests/support/clock.ts'
import { startMagentoServer } from '#workshop/doubles/shops/magento-server.ts'
import { magento as published } from '#workshop/published/services/magento.ts'
import type { Caller } from '../integration.ts'
import { MissingRight } from '../kit/partial-failures.ts'
import { WrongSetting } from '../kit/wrong-setting.ts'
import type { IntegrationRecord } from '../record.ts'
import { magento } from './magento.ts'

const recent = { created_at: '2026-03-02 09:30:00', updated_at: '2026-03-02 09:31:00' }

const orderOf = (id: number, view: number) => ({
  ...payload.order,
  ...recent,
  entity_id: id,
  store_id: view,
})
const customerOf = (id: number, view: number, website: number) => ({
  ...payload.customer,
  ...recent,
  id,
  store_id: view,
  website_id: website,
})
const productOf = (id: number, ...websites: number[]) => ({
  ...payload.product,
  id,
  sku: `MT${String(id)}`,
  extension_attributes: { website_ids: websites },
})

type View = { id: number; code: string; website_id: number; address: string }

const oak: View[] = [
  { id: 1, code: 'oak', website_id: 1, address: 'https://www.oak.example' },
  { id: 2, code: 'oak_de', website_id: 1, address: 'https://oak.example/de' },
  { id: 3, code: 'oak_fr', website_id: 1, address: 'https://oak-fr.example' },
]
const lamps: View = { id: 4, code: 'lamps', website_id: 2, address: 'https://lamps.example' }

const rows = {
  orders: [1, 2, 3, 4].map((view) => orderOf(10 + view, view)),
  'customers/search': [1, 2, 3, 4].map((view) => customerOf(20 + view, view, view === 4 ? 2 : 1)),
  products: [productOf(31, 1), productOf(32, 2), productOf(33, 1, 2)],
}

type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

const installation = (views: readonly View[], storeCode: string, listed: Rows): BatteryCase => ({
  async start({ now }) {
    const { order } = payload
    const double = await startMagentoServer({
      now,
      published,
      token: magentoToken,
      order,
      views,
      rows: listed,
    })
    return {
      double,
      settings: { store: double.url, storeCode, accessToken: magentoToken },
      placeOrder: () => String(double.placeOrder().id),
    }
  },
})

const open = (
  views: readonly View[],
  storeCode: string,
  { clock = createClock(), listed = rows }: { clock?: Clock; listed?: Rows } = {},
) => connect(magento, installation(views, storeCode, listed), { clock })

/** The shop, connected by an address that its views name. */
const atOak = ({ caller, world }: Connected): Caller => {
  const { settings, http, ...rest } = caller()
  return {
    ...rest,
    settings: { ...settings, store: 'https://oak.example' },
    http: {
      request: (request) =>
        http.request({
          ...request,
          url: request.url.replace('https://oak.example', world.double.url),
        }),
    },
  }
}

test.each([
  ['its views at one address', 'oak', ['11', '12', '21', '22', '31', '33']],
  ['another language', 'oak_de', ['11', '12', '21', '22', '31', '33']],
  ['another country', 'oak_fr', ['13', '23', '31', '33']],
  ['another shop', 'lamps', ['14', '24', '32', '33']],
])('a site has the sales of its website: %s', async (_name, code, expected) => {
  const { caller } = await open([...oak, lamps], code)

  const { records } = await pullAll(magento, caller, null)

  expect(idsOf(records)).toEqual(expected)
})

test('an installation of one website and address has everything, also of views that were deleted', async () => {
  const { caller, world } = await open(oak.slice(0, 2), 'oak')

  const { records } = await pullAll(magento, caller, null)

  expect(records).toHaveLength(11)
  const fields = world.double.seen.flatMap(({ query }) => [...query.values()])
  expect(fields).not.toContain('store_id')
  expect(fields).not.toContain('website_id')
})

test('the code of no view, or of one elsewhere, is a setting to correct', async () => {
  const unknown = await open([...oak, lamps], 'oak_it')
  const elsewhere = await open([...oak, lamps], 'lamps')

  const failures = [
    await failureOf(() => magento.test?.(unknown.caller())),
    await failureOf(() => magento.test?.(atOak(elsewhere))),
  ]

  for (const failure of failures) {
    expect(failure).toBeInstanceOf(WrongSetting)
    expect((failure as WrongSetting).field).toBe('storeCode')
  }
  expect((failures[1] as WrongSetting).sentence).toContain('another address')
})

const refuseViews = ({ path }: { path: string }) =>
  path.endsWith('/storeConfigs') ? { status: 401, json: { message: 'Refused.' } } : undefined

const idsOf = (records: readonly IntegrationRecord[]) =>
  records.map((one) => ('id' in one ? one.id : one.kind)).sort()

test('without the right to see store views nothing of several websites is read, and the right is named', async () => {
  const clock = createClock()
  const { caller, world } = await open([...oak, lamps], 'oak', { clock })
  world.double.failBy(refuseViews)

  const { records, failures, cursor } = await readThrough(magento, caller, null)
  const refused = await failureOf(() => magento.test?.(caller()))
  world.double.heal()
  clock.advance(hourMillis)
  const later = await pullAll(magento, caller, cursor)

  expect(records).toEqual([])
  for (const failure of [...failures, refused]) {
    expect(failure).toBeInstanceOf(MissingRight)
    expect(failure).toMatchObject({ isRequest: true, isLimit: false })
    expect((failure as MissingRight).sentence).toContain('allow Stores › Settings › All Stores')
  }
  expect(later.records).toHaveLength(6)
})

test('without the right a shop of one store view goes on, and its page names the right', async () => {
  const [view] = oak
  const clock = createClock()
  const ofView = ({ store_id: id }: { store_id: number }) => id === view?.id
  const { caller, world } = await open(oak.slice(0, 1), 'oak', {
    clock,
    listed: {
      orders: rows.orders.filter(ofView),
      'customers/search': rows['customers/search'].filter(ofView),
      products: [productOf(31, 1), productOf(32, 1)],
    },
  })
  world.double.failBy(refuseViews)

  const { records, cursor } = await pullAll(magento, caller, null)
  // No list is due, and still it is said.
  const page = await magento.pull?.page(caller(), cursor)

  expect(idsOf(records)).toEqual(['11', '21', '31', '32'])
  expect(page?.limit).toContain('allow Stores › Settings › All Stores')
  expect(await failureOf(() => magento.test?.(caller()))).toBe('succeeded')
  world.double.heal()
  clock.advance(24 * hourMillis)
  const healed = await pullAll(magento, caller, cursor)
  clock.advance(hourMillis)
  const after = await magento.pull?.page(caller(), healed.cursor)
  expect(after?.limit).toBeUndefined()
})

test.each([
  ['all', ['11', '12', '21', '22', '31', '33']],
  ['oak_it', ['11', '12', '21', '22', '31', '33']],
  ['lamps', ['11', '12', '21', '22', '31', '33']],
])(
  'a connection with the code %s goes on with the views at its address',
  async (code, expected) => {
    const connected = await open([...oak, lamps], code)

    const { records } = await pullAll(magento, () => atOak(connected), null)

    expect(idsOf(records)).toEqual(expected)
  },
)

test('a code of no view, at an address of no view, waits for its owner and isn’t lost', async () => {
  const { caller } = await open([...oak, lamps], 'oak_it')

  const { records, failures } = await readThrough(magento, caller, null)

  expect(records).toEqual([])
  expect(failures).toHaveLength(1)
  expect(failures[0]).toBeInstanceOf(HeldUp)
})

test('a refund of another website ends what was stored of it, and brings nothing else', async () => {
  const { caller } = await open([...oak, lamps], 'oak', {
    listed: { ...rows, orders: [...rows.orders, { ...orderOf(44, 4), state: 'closed' }] },
  })

  const { records } = await pullAll(magento, caller, null)

  expect(records.filter((one) => 'id' in one && ['14', '44'].includes(one.id))).toEqual([
    {
      kind: 'purchase',
      id: '44',
      occurred_at: expect.any(String) as string,
      as_of: expect.any(String) as string,
      state: 'refunded',
      isElsewhere: true,
    },
  ])
})
