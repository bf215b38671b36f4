/** A first payment that waits for the bank: what billing shows of the plan until then. */
import { expect, test } from 'vitest'
import { createShop } from '../../support/billing/billing-shop.ts'

/** The panel of the plan, with its heading, badge and price. */
const planPanel = (text: string) =>
  /<h2 class="part-title">[^<]* plan<\/h2>[\s\S]*?<\/dl>/.exec(text)?.[0] ?? ''

test('until it’s paid, the current plan has its price and its state, and not those of the order', async () => {
  const { enterCard, choose, open } = await createShop()
  await enterCard('asking')
  await choose('plus')

  const { text } = await open('/billing')
  expect(text).toContain('Your payment for the Plus plan isn’t complete')
  const panel = planPanel(text)
  expect(panel).toContain('Free plan')
  expect(panel).toContain('$0 a month')
  expect(panel).not.toMatch(/\$29|Payment open/)
})
