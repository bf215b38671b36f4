/** Carts of subscribers whose server doesn’t answer as it should, and of those in the holdout group. */
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
  shop.site.payload = payloadOf([], {}, { push: withoutPrompt(shop, cartKinds) })
  await shop.open()
  await buttonOf(shop).click()
  await expect(shop.page.getByText('You’ll get a message.')).toBeVisible()
}

function withoutPrompt({ pushAt }: Shop, kinds: PixelPush['kinds']): PixelPush {
  const { prompt: _none, ...push } = pushOf(pushAt, { kinds })
  return push
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

test('a subscriber in the holdout group is offered nothing, and reports the cart and its order', async ({
  shop,
  context,
}) => {
  await answerPush(context)
  await openCart(shop)
  await expect.poll(() => cartsOf(shop)).toEqual([['shirt']])
  const push = withoutPrompt(shop, ['news'])
  shop.site.payload = payloadOf([], {}, { withheld: 'holdout', push })
  const goal = '00000000-0000-4000-8000-000000000001'

  await shop.open('other')
  await expect.poll(() => cartsOf(shop)).toEqual([['shirt'], ['socks']])
  await shop.page.evaluate((id) => {
    window.footfall?.push(['goal', id, { order: 1001 }])
  }, goal)

  await expect
    .poll(() => shop.site.pushCalls.at(-1)?.body)
    .toEqual({ do: 'reached', token: 'secret', goal, order: '1001' })
  await expect(shop.page.locator('footfall-inline')).toHaveCount(0)
})
