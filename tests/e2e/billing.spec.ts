/** A plan’s life in the browser, with a double of Stripe: its field for cards, and its checkout page. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { dayMillis } from '#app/lib/time.ts'
import type { StripeBilling } from '#workshop/doubles/stripe-billing/stripe-billing-server.ts'
import { testCards, type CardName } from '#workshop/doubles/stripe-billing/cards.ts'
import { createAccount, logIn, visitScreen } from './account.ts'
import { findLayoutFaults } from './layout-faults.ts'
import { test } from './paying-test.ts'
import { expect } from './product-test.ts'
import { findViolations } from './violations.ts'

/** Ten percent off, each month. */
function addTenth(stripe: StripeBilling): void {
  stripe.addCoupon({ id: 'tenth', percent_off: 10, duration: 'forever' })
  stripe.addPromotionCode({ code: 'TENTH', coupon: 'tenth' })
}

async function enterCard(page: Page, card: CardName) {
  await page.getByLabel('Card number').fill(testCards[card].number)
  const country = page.getByLabel('Country')
  if ((await country.inputValue()) === '') {
    await page.getByLabel('Name or company').fill('Kettles & Co')
    await page.getByLabel('Address', { exact: true }).fill('1 Main Street')
    await page.getByLabel('City').fill('Springfield')
    await country.selectOption('US')
  }
  await page.getByRole('button', { name: 'Save card' }).click()
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** Rules of accessibility, and what leaves its box on a narrow phone. */
async function expectSound(page: Page) {
  expect(await findViolations(page.mainFrame())).toEqual([])
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await page.evaluate(findLayoutFaults)).toEqual([])
  if (size) await page.setViewportSize(size)
}

test('from the free plan to a paid one, and through all that can happen to it', async ({
  page,
  paying: { product, stripe, advance },
}) => {
  test.slow()
  addTenth(stripe)
  await createAccount(product, 'kettles@kettles.example')
  await logIn(page, product.baseUrl, 'kettles@kettles.example', '/billing')
  await expectSound(page)

  await page.getByRole('link', { name: 'Choose Plus' }).click()
  await expect(heading(page, 'Start the Plus plan')).toBeVisible()
  await page.getByRole('link', { name: 'Add a card' }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
  await expectSound(page)
  // A card of another country is refused, at the field.
  await enterCard(page, 'dutch')
  await expect(
    page.getByText(
      'Your card is from another country. Select that country, then enter the card again.',
    ),
  ).toBeVisible()
  await expect(page.getByLabel('Card number')).toHaveValue('')
  await enterCard(page, 'asking')
  // The bank asks when the card is stored, and again at the payment.
  await page.getByRole('button', { name: 'Complete' }).click()
  await page.getByRole('link', { name: 'Continue with Plus' }).click()
  await expect(page.getByRole('button', { name: 'Start Plus' })).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Start Plus' }).click()
  await page.getByRole('button', { name: 'Complete' }).click()
  await expect(heading(page, 'You’re on the Plus plan')).toBeVisible()
  await expectSound(page)

  await page.getByRole('link', { name: 'Back to billing' }).click()
  await page.getByRole('link', { name: 'Change card' }).click()
  await enterCard(page, 'visa')
  await expect(page.getByText('Card saved')).toBeVisible()
  await page.getByRole('link', { name: 'Back to billing' }).first().click()
  await page.getByRole('link', { name: 'Choose Genius' }).click()
  await expect(page.getByText('Due now')).toBeVisible()
  await page.getByRole('button', { name: 'Switch to Genius' }).click()
  await expect(heading(page, 'You’re on the Genius plan')).toBeVisible()

  await page.getByRole('link', { name: 'Back to billing' }).click()
  await page.getByLabel('Coupon code').fill('TENTH')
  await page.getByRole('button', { name: 'Apply coupon' }).click()
  await expect(page.getByText('10% off each month', { exact: true })).toBeVisible()
  await expectSound(page)

  // Genius costs less than the offer, so there is none.
  await page.getByRole('link', { name: 'Cancel plan' }).click()
  await expect(heading(page, 'Cancel the Genius plan?')).toBeVisible()
  await expect(page.getByText('We offer this once.')).toBeHidden()
  await page.getByRole('link', { name: 'Keep plan' }).click()
  await page.getByRole('link', { name: 'Choose Enterprise' }).click()
  await page.getByRole('button', { name: 'Switch to Enterprise' }).click()
  await expect(heading(page, 'You’re on the Enterprise plan')).toBeVisible()
  await page.getByRole('link', { name: 'Back to billing' }).click()
  await page.getByRole('link', { name: 'Cancel plan' }).click()
  await expect(page.getByRole('heading', { name: 'Stay for $124 a month' })).toBeVisible()
  await expect(page.getByText('We offer this once.')).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Keep Enterprise for $124' }).click()
  await expect(page.getByText('$65 off each month', { exact: true })).toBeVisible()
  await expect(page.getByText('Your Enterprise plan is canceled')).toBeHidden()

  await page.getByRole('link', { name: 'Cancel plan' }).click()
  await expect(heading(page, 'Cancel the Enterprise plan?')).toBeVisible()
  await expect(page.getByText('We offer this once.')).toBeHidden()
  await page.getByRole('button', { name: 'Cancel plan' }).click()
  await expect(page.getByText('Your Enterprise plan is canceled')).toBeVisible()
  await page.getByRole('button', { name: 'Resume Enterprise' }).click()
  await expect(page.getByText('Plan resumed')).toBeVisible()

  await page.getByRole('link', { name: 'Change card' }).click()
  await enterCard(page, 'failingLater')
  await expect(page.getByText('Card saved')).toBeVisible()
  advance(32 * dayMillis)
  await stripe.settle()
  await visitScreen(page, `${product.baseUrl}/billing/checkout/success`)
  await expect(heading(page, 'Your last payment failed')).toBeVisible()
  await page.getByRole('link', { name: 'Back to billing' }).click()
  await expect(heading(page, 'Billing')).toBeVisible()
  await expectSound(page)
  await page.getByRole('link', { name: 'Update card' }).click()
  await enterCard(page, 'mastercard')
  await page.getByRole('link', { name: 'Pay now' }).click()
  await page.getByRole('button', { name: 'Try payment again' }).click()
  await expect(page.getByText('Payment received')).toBeVisible()
  await expect(page.getByText('Your last payment failed')).toBeHidden()
})

test('a switch that a second window dropped blames no bank, in the first one', async ({
  page,
  paying: { product },
}) => {
  test.slow()
  await createAccount(product, 'bowls@bowls.example')
  await logIn(page, product.baseUrl, 'bowls@bowls.example', '/billing/card?plan=plus')
  await enterCard(page, 'visa')
  await page.getByRole('link', { name: 'Continue with Plus' }).click()
  await page.getByRole('button', { name: 'Start Plus' }).click()
  await expect(heading(page, 'You’re on the Plus plan')).toBeVisible()
  await visitScreen(page, `${product.baseUrl}/billing/card?plan=agency`)
  await enterCard(page, 'asking')
  await page.getByRole('button', { name: 'Complete' }).click()
  await page.getByRole('link', { name: 'Continue with Agency' }).click()

  await page.getByRole('button', { name: 'Switch to Agency' }).click()
  await page.getByRole('button', { name: 'Fail' }).click()
  await expect(page.getByText('Your bank didn’t confirm the payment')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm with your bank' }).click()
  await expect(page.getByRole('button', { name: 'Complete' })).toBeVisible()

  const second = await page.context().newPage()
  await visitScreen(second, `${product.baseUrl}/billing`)
  await expect(second.getByText('Your switch to Agency isn’t paid yet')).toBeVisible()
  await expectSound(second)
  await visitScreen(second, `${product.baseUrl}/billing/cancel`)
  await second.getByRole('button', { name: 'Cancel plan' }).click()
  await expect(second.getByText('Your Plus plan is canceled')).toBeVisible()

  await page.getByRole('button', { name: 'Complete' }).click()
  await expect(
    page.getByText('The Plus plan was canceled before the switch to Agency was paid'),
  ).toBeVisible()
  await expect(page.getByText('Your bank')).toBeHidden()
})

test('a boost is bought on the provider’s page, by keys', async ({ page, paying: { product } }) => {
  test.slow()
  await createAccount(product, 'mugs@mugs.example')
  await logIn(page, product.baseUrl, 'mugs@mugs.example', '/billing')
  await page.getByRole('link', { name: 'Usage by site and month' }).click()
  const buy = page.getByRole('button', { name: 'Buy 10,000 visitors for $9' })
  await expect(buy).toBeVisible()
  await expectSound(page)
  await buy.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/^(?!.*\/settings\/)/)
  await page.getByRole('button', { name: 'Pay', exact: false }).first().click()
  await expect(heading(page, 'Your boost is active')).toBeVisible()
  await page.getByRole('link', { name: 'View usage' }).click()
  await expect(page.getByText('of 11,000 visitors')).toBeVisible()
})

/** Publishes a nudge that every visitor of the site sees. */
const publishNudge = (page: Page, text: string) =>
  page.evaluate(async (words) => {
    const send = async (to: string, fields: Record<string, string>) =>
      (await fetch(to, { method: 'POST', body: new URLSearchParams(fields) })).url
    await send('/statistics/effect', { holdout: '0' })
    const editor = await send('/popup-nudges', { type: 'custom' })
    const saving = { intent: 'save', name: 'Mine' }
    await send(editor, { ...saving, 'content.text': words, then: 'publish' })
  }, text)

test('nudges that the limit paused come back with a boost', async ({
  page,
  browser,
  userAgent,
  shop,
  paying: { product },
}) => {
  if (userAgent === undefined) throw new Error('Robots are not counted.')
  test.slow()
  const made = await createAccount(product, 'cups@cups.example', '--site-url', shop.url)
  const pixel = `${product.baseUrl}/api/pixel/${String(made['site'])}`
  shop.setBody(
    `<main>Cups</main><script async src="${product.baseUrl}/js/pixel.library.js" data-site="${String(made['site'])}"></script>`,
  )
  await logIn(page, product.baseUrl, 'cups@cups.example')
  await publishNudge(page, 'Made by hand in Utrecht')

  // As many visitors as the free plan has in a month.
  for (let from = 0; from < 1_000; from += 100) {
    const events = Array.from({ length: 100 }, (_, index) => ({
      id: randomUUID(),
      type: 'visit',
      page: '/',
      visitor: `visitor-${String(from + index).padStart(20, '0')}`,
    }))
    const answer = await fetch(`${pixel}/events`, {
      method: 'POST',
      headers: { Origin: shop.url, 'User-Agent': userAgent, 'Content-Type': 'text/plain' },
      body: JSON.stringify({ events }),
    })
    expect(answer.status).toBe(200)
  }
  const withheld = async () =>
    ((await (await fetch(pixel)).json()) as { withheld?: string }).withheld ?? 'nothing'
  await expect.poll(withheld).toBe('plan_limit')

  await visitScreen(page, `${product.baseUrl}/billing`)
  await expect(page.getByText('Monthly plan limit reached')).toBeVisible()
  await expectSound(page)
  await page.getByRole('link', { name: 'buy a boost' }).click()
  await page.getByRole('button', { name: 'Buy 10,000 visitors for $9' }).click()
  await page.waitForURL(/^(?!.*\/settings\/)/)
  await page.getByRole('button', { name: 'Pay', exact: false }).first().click()
  await expect(heading(page, 'Your boost is active')).toBeVisible()

  await expect.poll(withheld).toBe('nothing')
  const visitor = await browser.newContext({ userAgent })
  const shopPage = await visitor.newPage()
  await shopPage.goto(shop.url)
  await expect(shopPage.getByText('Made by hand in Utrecht')).toBeVisible()
  await visitor.close()
})
