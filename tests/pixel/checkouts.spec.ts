/** Nothing shows on checkouts, found by their URL, by fields, and by the owner's words. */
import { checkoutPattern } from '#app/domain/sites/checkout-pattern.ts'
import { checkoutSystems } from '#tests/support/checkouts/checkout-pages.ts'
import { reportReasons } from './page-calls.ts'
import { expect, nudgeOf, payloadOf, purchaseItem, test } from './shop-test.ts'

/** One nudge of several items, which has one evaluation in each view. */
const shopPayload = (checkoutPaths: string[] = []) =>
  payloadOf([nudgeOf({ items: [purchaseItem(), purchaseItem(), purchaseItem()] })], {
    checkouts: checkoutPattern(checkoutPaths),
  })

const paths = [
  ...['payment.html', 'pay', 'shop/order-pay/17', 'kasse', 'bezahlen', 'zahlung', 'caisse'],
  ...['fr/paiement', 'betalen', 'nl/afrekenen', 'pago', 'es/finalizar-compra', 'الدفع', 'till/2'],
  ...['index.php?main_page=checkout_shipping', '#/checkout', 'shop#!/~/checkoutAddress', '?s=till'],
]

test('on a page whose address is a checkout’s nothing shows, and the page says why', async ({
  shop,
}) => {
  for (const path of paths) {
    await test.step(path, async () => {
      shop.site.events = []
      shop.site.reads = 0
      shop.site.payload = shopPayload(['/till', '/?s=till'])

      await shop.open(path)
      await expect.poll(() => shop.site.reads).toBe(1)

      await expect.poll(() => reportReasons(shop)).toEqual(['checkout'])
      await expect(shop.page.locator('footfall-nudge')).toHaveCount(0)
    })
  }
})

test('an address with a similar word is no checkout', async ({ shop }) => {
  const paths = ['payment-methods', 'orders', 'blog/checkout-tips', 'tiller', 'faq?a=1#payment']
  for (const path of paths) {
    await test.step(path, async () => {
      shop.site.payload = shopPayload(['/till/'])

      await shop.open(path)

      await expect(shop.nudge).toBeVisible()
    })
  }
})

const fields: [string, string][] = [
  ['a card field', '<input autocomplete="cc-number">'],
  ['a card field of a section', '<input autocomplete="section-one billing cc-exp">'],
  ['a field named card number', '<input name="cardNumber">'],
  ['Stripe', '<iframe src="https://js.stripe.com/v3/elements-inner-payment-1.html"></iframe>'],
  ['PayPal', '<iframe name="__zoid__paypal_card_number_field__1"></iframe>'],
  ['Adyen', '<iframe src="https://x.adyen.com/checkoutshopper/securedfields/1"></iframe>'],
  ['Klarna', '<iframe id="klarna-payments-main"></iframe>'],
  ['Braintree', '<iframe id="braintree-hosted-field-number"></iframe>'],
  ['Square', '<div class="sq-card-wrapper">Card</div>'],
  ['Mollie', '<div class="mollie-component">Card</div>'],
  ...checkoutSystems.flatMap(({ name, elements = [] }) =>
    elements.map((html): [string, string] => [name, html]),
  ),
]

test('a page with a field for a card, or with a checkout’s element, is a checkout', async ({
  shop,
}) => {
  await shop.page.route(/stripe|adyen/, (route) => route.fulfill({ body: 'Card' }))

  for (const [name, html] of fields) {
    await test.step(name, async () => {
      shop.site.events = []
      shop.site.payload = shopPayload()
      const added = await shop.page.addInitScript(addMarkup, html)

      await shop.open()

      await expect.poll(() => reportReasons(shop)).toEqual(['checkout'])
      await expect(shop.nudge).toHaveCount(0)
      await added.dispose()
    })
  }
})

const elsewhere: [string, string][] = [
  [
    'a wallet button',
    '<iframe src="https://js.stripe.com/v3/elements-inner-payment-request-1.html"></iframe>',
  ],
  ['a hidden card field', '<div style="display: none"><input autocomplete="cc-number"></div>'],
  ['a gift card field', '<input name="gift_card_number">'],
]

test('a page with something like it is none', async ({ shop }) => {
  await shop.page.route(/stripe/, (route) => route.fulfill({ body: 'Pay' }))

  for (const [name, html] of elsewhere) {
    await test.step(name, async () => {
      shop.site.payload = shopPayload()
      const added = await shop.page.addInitScript(addMarkup, html)

      await shop.open()

      await expect(shop.nudge).toBeVisible()
      await added.dispose()
    })
  }
})

/** An init script. */
const addMarkup = (html: string) => {
  document.addEventListener('DOMContentLoaded', () => {
    document.querySelector('main')?.insertAdjacentHTML('beforeend', html)
  })
}
