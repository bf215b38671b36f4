import { randomUUID } from 'node:crypto'
import type { PixelGoal } from '#app/contract/pixel.ts'
import type { EdgeSite } from './edge-double.ts'
import { addForms } from './shop-forms.ts'
import { expect, nudgeOf, payloadOf, test } from './shop-test.ts'

const goal = (on: PixelGoal['on'], selector: string): PixelGoal => ({
  goal: randomUUID(),
  on,
  selector,
})

const payloadWith = (goals: PixelGoal[]) => payloadOf([nudgeOf()], {}, { goals })

const reachedOf = ({ events }: EdgeSite) =>
  events.flatMap((event) => (event.type === 'goal' ? [event] : []))

const html = `
  <button type="button" class="add"><span>Add to cart</span></button>
  <button type="button" class="other">Other</button>
  <form id="contact"><input name="message" value="A secret"><button>Send</button></form>`

test('a click on what the owner named reaches its goal, and no other click does', async ({
  shop,
}) => {
  const added = goal('click', '.add')
  shop.site.payload = payloadWith([goal('submit', '.add'), added])
  await shop.open()
  await expect(shop.nudge).toBeVisible()
  await addForms(shop.page, html)

  await shop.page.evaluate(() => {
    document.querySelector<HTMLElement>('.add')?.click()
  })
  await shop.page.getByRole('button', { name: 'Other' }).click()
  await shop.page.locator('.add span').click()
  await expect.poll(() => reachedOf(shop.site)).toHaveLength(1)

  expect(reachedOf(shop.site)).toEqual([
    { id: expect.any(String), page: '/product', type: 'goal', goal: added.goal },
  ])
})

test('a form that is sent twice reaches its goal once, and nothing of it leaves the page', async ({
  shop,
}) => {
  const [asked, end] = [goal('submit', '#contact'), goal('click', '.other')]
  shop.site.payload = payloadWith([asked, end])
  await shop.open()
  await expect(shop.nudge).toBeVisible()
  await addForms(shop.page, html)

  await shop.page.getByRole('button', { name: 'Send' }).click()
  await shop.page.getByRole('button', { name: 'Send' }).click()
  await shop.page.getByRole('button', { name: 'Other' }).click()
  // Requests may overtake each other.
  await expect
    .poll(() =>
      reachedOf(shop.site)
        .map(({ goal: reached }) => reached)
        .sort(),
    )
    .toEqual([asked.goal, end.goal].sort())

  expect(shop.site.batches.map(({ body }) => body).join('')).not.toContain('secret')
})

test('a selector that no browser understands keeps no other goal from being reached', async ({
  shop,
}) => {
  const added = goal('click', '.add')
  shop.site.payload = payloadWith([goal('click', '..add['), added])
  await shop.open()
  await expect(shop.nudge).toBeVisible()
  await addForms(shop.page, html)

  await shop.page.locator('.add span').click()

  await expect.poll(() => reachedOf(shop.site)).toMatchObject([{ goal: added.goal }])
})

test('a click that leads to another page is sent, and the next page has its own goals', async ({
  shop,
}) => {
  const away = goal('click', 'a[href="/thanks"]')
  shop.site.payload = payloadWith([away])
  await shop.open()
  await expect(shop.nudge).toBeVisible()
  await addForms(shop.page, '<a href="/thanks">Thanks</a>', true)

  await shop.page.getByRole('link', { name: 'Thanks' }).click()
  await shop.page.waitForURL('**/thanks')

  await expect.poll(() => reachedOf(shop.site)).toMatchObject([{ goal: away.goal }])
})
