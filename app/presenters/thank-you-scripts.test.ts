/** Runs the scripts that shops paste, and checks what they report against the page API's contract. */
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { pageActivity } from '#app/contract/page-activities.ts'
import { easiestSource, thankYouScripts } from './thank-you-scripts.ts'

type Call = [name: string, kind: string, about: object]

const codeOf = (id: string) => thankYouScripts.find((script) => script.id === id)?.code ?? ''

/** The page's queue after the script ran. A pixel that has loaded reads the same. */
async function run(code: string, globals: object = {}): Promise<Call[]> {
  const window: { footfall?: Call[] } = {}
  runInContext(code.replaceAll(/<\/?script>/g, ''), createContext({ window, ...globals }))
  await new Promise((resolve) => setImmediate(resolve))
  return window.footfall ?? []
}

const read = ([, kind, about]: Call) => pageActivity.parse({ kind, ...about })

const fill = (code: string, values: Record<string, string>) =>
  Object.entries(values).reduce((filled, [word, value]) => filled.replace(word, value), code)

test('an own page’s values become a purchase', async () => {
  const code = fill(codeOf('own'), {
    'ORDER NUMBER': '1001',
    'FIRST NAME': 'Ann',
    'TWO LETTERS': 'NL',
    'PRODUCT PAGE': 'https://shop.example/kettle',
    PRODUCT: 'Kettle',
  })

  const [call] = await run(code)

  expect(call && read(call)).toEqual({
    kind: 'purchase',
    id: '1001',
    first_name: 'Ann',
    country: 'NL',
    product: { title: 'Kettle', url: 'https://shop.example/kettle' },
  })
})

test('words that weren’t replaced are refused, so no shop shows them', async () => {
  const [call] = await run(codeOf('own'))

  expect(() => call && read(call)).toThrow('must be two capital letters')
})

const order = {
  orderId: 1001,
  billingAddress: { firstName: 'Ann', city: 'Utrecht', countryCode: 'NL' },
  lineItems: {
    physicalItems: [
      { name: 'Kettle', url: 'https://shop.example/kettle', imageUrl: 'https://cdn.example/k.jpg' },
    ],
    digitalItems: [],
  },
}

const answering = (given: object) => ({
  fetch: () => Promise.resolve({ json: () => Promise.resolve(given) }),
})

test('BigCommerce’s order becomes a purchase', async () => {
  const [call] = await run(codeOf('bigcommerce'), answering(order))

  expect(call && read(call)).toEqual({
    kind: 'purchase',
    id: '1001',
    first_name: 'Ann',
    city: 'Utrecht',
    country: 'NL',
    product: {
      title: 'Kettle',
      url: 'https://shop.example/kettle',
      image: 'https://cdn.example/k.jpg',
    },
  })
})

test('an order of BigCommerce without a buyer’s address is a purchase all the same', async () => {
  const given = { ...order, billingAddress: undefined }
  const [call] = await run(codeOf('bigcommerce'), answering(given))

  expect(call && read(call)).toMatchObject({ id: '1001', product: { title: 'Kettle' } })
})

test('the code for WooCommerce leaves out empty values and can’t be ended by a name', () => {
  const code = codeOf('woocommerce')

  expect(code).toContain('array_filter([')
  expect(code).toContain('JSON_HEX_TAG')
  expect(code).toContain("push(['track', 'purchase', $json])")
})

test.each([
  ['shopify', 'page'],
  ['woocommerce', 'page'],
  ['bigcommerce', 'page'],
  ['magento', 'file'],
  [null, 'file'],
] as const)('orders of %s come first from: %s', (platform, source) => {
  expect(easiestSource(platform)).toBe(source)
})
