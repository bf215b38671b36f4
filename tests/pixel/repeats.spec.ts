/** A popup and an inline nudge never show the same activity at the same time. */
import { setFacts } from './nudge-items.ts'
import { expect, nudgeOf, payloadOf, purchaseItem, test } from './shop-test.ts'

const inline = {
  surface: 'inline' as const,
  placement: { selector: '#roomy', where: 'append' as const },
}
const mia = { title: 'Mia in Lyon', repeat: 1 }
const noa = { title: 'Noa from Turin', repeat: 2 }

test('the popup moves on to what the page does not show inline', async ({ shop }) => {
  shop.site.payload = payloadOf([
    nudgeOf({ items: [purchaseItem(mia), purchaseItem(noa)] }),
    nudgeOf({ ...inline, items: [purchaseItem({ ...mia, title: 'A customer' })] }),
  ])

  await shop.open('inline')

  await expect(shop.nudge.getByText('Noa from Turin')).toBeVisible()
  await expect(shop.page.locator('#roomy .card')).toContainText('A customer')
})

test('a popup without another activity stays away, and its reason is reported', async ({
  shop,
}) => {
  const popup = nudgeOf({ items: [purchaseItem(mia)] })
  const twin = nudgeOf({ ...inline, items: [purchaseItem(mia)] })
  const last = nudgeOf({ items: [purchaseItem({ title: 'Last in turn' })] })
  shop.site.payload = payloadOf([popup, twin, last])

  await shop.open('inline')

  await expect(shop.page.locator('#roomy .card')).toContainText('Mia in Lyon')
  await expect(shop.nudge.getByText('Last in turn')).toBeVisible()
  await shop.page.goto('about:blank')
  await expect
    .poll(() => shop.site.events.filter(({ type }) => type === 'not_shown'))
    .toMatchObject([{ nudge: popup.id, reason: 'seen', count: 1 }])
})

test('an inline nudge that comes later leaves out what the popup shows', async ({ shop }) => {
  const words = { text: 'bought {thing}', hasVariables: true as const }
  shop.site.payload = payloadOf([
    nudgeOf({ items: [purchaseItem(mia)] }),
    nudgeOf({
      ...inline,
      items: [purchaseItem({ ...mia, ...words }), purchaseItem({ ...noa, ...words })],
    }),
  ])
  await shop.open('inline')
  await expect(shop.nudge.filter({ hasText: 'Mia in Lyon' })).toBeVisible()

  await shop.page.evaluate(setFacts, { variables: { thing: 'a cup' } })

  await expect(shop.page.locator('#roomy .card')).toContainText('Noa from Turin')
  await expect(shop.nudge.filter({ hasText: 'Mia in Lyon' })).toBeVisible()
})

test('items about different activities show on both surfaces', async ({ shop }) => {
  shop.site.payload = payloadOf([
    nudgeOf({ items: [purchaseItem({ title: 'Mia in Lyon' })] }),
    nudgeOf({ ...inline, items: [purchaseItem({ title: 'Mia in Lyon' })] }),
  ])

  await shop.open('inline')

  await expect(shop.page.locator('#roomy .card')).toContainText('Mia in Lyon')
  await expect(shop.page.locator('footfall-nudge .on', { hasText: 'Mia' })).toHaveCount(1)
})
