/** Carts of subscribers whose server doesn’t answer as it should. */
import type { PixelPush } from '#app/contract/push.ts'
import { answerPush, pushOf } from './push-browser.ts'
import { expect, payloadOf, test, type Shop } from './shop-test.ts'

const cartKinds: PixelPush['kinds'] = ['abandoned_cart']

/** A subscriber with reminders about a shirt. Other pages list socks. */
async function openCart(shop: Shop) {
  await shop.page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const slot = document.createElement('div')
      const products = /other|third/.test(location.pathname) ? 'socks' : 'shirt'
      Object.assign(slot.dataset, { footfallPush: 'abandoned_cart', products, page: '/cart' })
      document.querySelector('main')?.append(slot)
    })
  })
  const { prompt: _none, ...push } = pushOf(shop.pushAt, { kinds: cartKinds })
  shop.site.payload = payloadOf([], {}, { push })
  await shop.open()
  await buttonOf(shop).click()
  await expect(shop.page.getByText('You’ll get a message.')).toBeVisible()
}

const buttonOf = ({ page }: Shop) => page.getByRole('button', { name: 'Remind me about my cart' })
const cartsOf = ({ site }: Shop) =>
  site.pushCalls.flatMap(({ body }) => (body.do === 'cart' ? [body.products] : []))

test('a cart that a failing server didn’t store is sent again by the next page', async ({
  shop,
  context,
}) => {
  await answerPush(context)
  await openCart(shop)
  shop.site.pushStatus = 503
  await shop.open('other')
  await expect.poll(() => cartsOf(shop).length).toBeGreaterThan(1)
  shop.site.pushStatus = 200
  shop.site.pushCalls.length = 0

  await shop.open('third')

  await expect.poll(() => cartsOf(shop)).toEqual([['socks']])
  await expect(buttonOf(shop)).toHaveCount(0)
})

test('after the server refused a cart, the next page has the button again', async ({
  shop,
  context,
}) => {
  await answerPush(context)
  await openCart(shop)
  shop.site.pushStatus = 422
  await shop.open('other')
  await expect.poll(() => cartsOf(shop)).toHaveLength(2)

  await shop.open('third')

  await expect(buttonOf(shop)).toBeVisible()
})
