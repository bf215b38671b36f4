/** The double's list of webhook endpoints: its pages, who may read it, and which endpoints get events. */
import { expect, onTestFinished, test } from 'vitest'
import { startStripeBilling, stripeKeys } from './stripe-billing-server.ts'

async function start() {
  const stripe = await startStripeBilling(() => new Date(Date.UTC(2026, 2, 2, 10)))
  onTestFinished(stripe.stop)
  const list = async (query = '', key = stripeKeys.secret) => {
    const headers = { Authorization: `Bearer ${key}`, 'Stripe-Version': '2026-10-28.endive' }
    const response = await fetch(`${stripe.url}/v1/webhook_endpoints${query}`, { headers })
    return { status: response.status, json: (await response.json()) as Record<string, unknown> }
  }
  return { stripe, list }
}

const idsOf = ({ json }: { json: Record<string, unknown> }) =>
  (json['data'] as { id: string }[]).map(({ id }) => id)

test('the list has pages, the newest endpoint first and without its secret', async () => {
  const { stripe, list } = await start()
  const added = [1, 2, 3].map((at) => stripe.addEndpoint({ url: `https://${String(at)}.example` }))
  const [first, second, third] = added.map(({ id }) => id)

  const page = await list('?limit=2')
  expect([idsOf(page), page.json['has_more']]).toEqual([[third, second], true])
  expect(JSON.stringify(page.json)).not.toContain('secret')
  const rest = await list(`?limit=2&starting_after=${second ?? ''}`)
  expect([idsOf(rest), rest.json['has_more']]).toEqual([[first], false])
})

test('a restricted key reads the list only with the permission for it', async () => {
  const { stripe, list } = await start()
  const refused = await list('', stripeKeys.restricted)
  expect(refused).toMatchObject({
    status: 403,
    json: { error: { type: 'invalid_request_error' } },
  })
  expect(refused.json['error']).not.toHaveProperty('code')

  stripe.account.granted.add('webhook_read')
  expect((await list('', stripeKeys.restricted)).status).toBe(200)
})

test('an endpoint gets the events that it names, or all, while it is enabled', async () => {
  const { stripe } = await start()
  const arrived: string[] = []
  const add = (name: string, events?: string[]) =>
    stripe.addEndpoint({
      url: `https://${name}.example`,
      ...(events ? { events } : {}),
      receiver: {
        secrets: ['whsec_0123456789'],
        send({ body }) {
          arrived.push(`${name} ${(JSON.parse(body) as { type: string }).type}`)
          return Promise.resolve({ status: 200 })
        },
      },
    })
  add('all')
  add('some', ['product.updated'])
  add('off').status = 'disabled'

  stripe.addPrice('plus', 2_900)
  const product = stripe.account.tables.product.values().next().value
  if (!product) throw new Error('There is no product.')
  stripe.account.emit('product.created', product)
  stripe.account.emit('product.updated', product)
  await stripe.settle()
  expect(arrived).toEqual(['all product.created', 'all product.updated', 'some product.updated'])
})
