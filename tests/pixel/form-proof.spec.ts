/** A thank-you page as proof of a sign-up, a box that has to be ticked, and the list of forms. */
import { everywhere } from '#app/contract/nudge-rules.ts'
import type { PixelForm } from '#app/contract/forms.ts'
import { call, callEarly } from './page-calls.ts'
import { addForms, formsPayload, hashOf, sendForms, signUpsOf } from './shop-forms.ts'
import { expect, test, type Shop } from './shop-test.ts'

const proven: PixelForm[] = [
  { selector: '#news', firstName: 'who', asks: true, awaits: '1f2e3d4c' },
  {
    rules: { ...everywhere, pages: [{ match: 'exact', value: '/thanks' }] },
    proves: '1f2e3d4c',
  },
]

const form = `
  <form id="news" action="/check" method="post">
    <input name="who" value="Ada"><input name="mail" type="email" value="ada@mail.example">
    <button>Sign up</button>
  </form>`

const ready = async (shop: Shop, path?: string) => {
  await shop.open(path)
  await expect(shop.nudge).toBeVisible()
}

/** Everything before it has been reported when this has. */
const mark = async (shop: Shop) => {
  await call(shop.page, 'track', 'cart', 'marker')
  await expect.poll(() => shop.site.events.map(({ type }) => type)).toContain('cart')
}

const kept = (shop: Shop) =>
  shop.page.evaluate(() => sessionStorage.getItem('footfall-form') !== null)

test('a sign-up counts once its thank-you page opens, and only once', async ({ shop }) => {
  await callEarly(shop.page, ['consent', true])
  shop.site.payload = formsPayload(...proven)
  await ready(shop)
  await addForms(shop.page, form, true)

  await shop.page.getByRole('button', { name: 'Sign up' }).click()
  // Leads to a page of the shop without the pixel, like those that check for robots.
  await shop.page.waitForURL('**/check')
  await ready(shop, 'thanks')
  await expect
    .poll(() => signUpsOf(shop.site))
    .toMatchObject([{ first_name: 'Ada', email_hash: hashOf('ada@mail.example') }])
  await ready(shop, 'thanks')
  await mark(shop)

  expect(signUpsOf(shop.site)).toHaveLength(1)
  expect(shop.site.events.find(({ type }) => type === 'activity')).toMatchObject({
    page: '/thanks',
  })
  expect(await kept(shop)).toBe(false)
})

test('a form that was refused and opens no thank-you page is no sign-up', async ({ shop }) => {
  await callEarly(shop.page, ['consent', true])
  shop.site.payload = formsPayload(...proven)
  await ready(shop)
  await addForms(shop.page, form)

  await sendForms(shop.page, '#news')
  await expect.poll(() => kept(shop)).toBe(true)
  await ready(shop, 'socks')
  await mark(shop)

  expect(signUpsOf(shop.site)).toEqual([])
})

test('a thank-you page without a new document is proof as well', async ({ shop }) => {
  await callEarly(shop.page, ['consent', true])
  shop.site.payload = formsPayload(...proven)
  await ready(shop)
  await addForms(shop.page, form)

  await sendForms(shop.page, '#news')
  await expect.poll(() => kept(shop)).toBe(true)
  await shop.page.evaluate(() => {
    history.pushState({}, '', '/thanks')
  })

  await expect.poll(() => signUpsOf(shop.site)).toMatchObject([{ first_name: 'Ada' }])
})

test('without consent nothing is kept, and a withdrawal removes what was', async ({ shop }) => {
  shop.site.payload = formsPayload(...proven)
  await ready(shop)
  await addForms(shop.page, form)

  await sendForms(shop.page, '#news')
  await mark(shop)
  const before = await kept(shop)
  await call(shop.page, 'consent', true)
  await sendForms(shop.page, '#news')
  await expect.poll(() => kept(shop)).toBe(true)
  await call(shop.page, 'consent', false)
  await expect.poll(() => kept(shop)).toBe(false)

  expect(before).toBe(false)
  expect(signUpsOf(shop.site)).toEqual([])
})

test('a thank-you page that opens an hour later proves nothing', async ({ shop }) => {
  await callEarly(shop.page, ['consent', true])
  shop.site.payload = formsPayload(...proven)
  await ready(shop)
  await shop.page.evaluate((then) => {
    sessionStorage.setItem('footfall-form', `1f2e3d4c,${then},Ada,`)
  }, Date.now() - 3_600_000)

  await ready(shop, 'thanks')
  await mark(shop)

  expect(signUpsOf(shop.site)).toEqual([])
  expect(await kept(shop)).toBe(false)
})

const boxed = (id: string, box: string) => `
  <form id="${id}">
    <input name="who" value="${id}"><input name="mail" type="email" value="${id}@mail.example">
    <input type="hidden" name="agree" value="0">${box}
  </form>`

test('with a consent field, only who ticked it signs up', async ({ shop }) => {
  shop.site.payload = formsPayload({ firstName: 'who', ticked: 'agree' })
  await ready(shop)
  await addForms(
    shop.page,
    boxed('unticked', '<input type="checkbox" name="agree" value="1">') +
      boxed('missing', '<input type="checkbox" name="other" checked>') +
      boxed('text', '<input name="agree" value="1">') +
      boxed('ticked', '<input type="checkbox" name="agree" value="1">'),
  )
  await shop.page.locator('#ticked [type=checkbox]').check()

  await sendForms(shop.page, '#unticked', '#missing', '#text', '#ticked')
  await mark(shop)

  await expect.poll(() => signUpsOf(shop.site)).toMatchObject([{ first_name: 'ticked' }])
  expect(signUpsOf(shop.site)).toHaveLength(1)
})

const listed = `
  <form id="news" aria-label="Newsletter">
    <input name="who" value="Ada"><input name="mail" type="email" value="ada@mail.example">
    <input name="card_number" value="4111111111111111"><input type="hidden" name="csrf" value="a1b2">
    <input type="password" name="word" value="hunter2"><input name="tel" type="tel" value="123">
    <input name="note" data-footfall-ignore value="kept">
    <input type="checkbox" name="agree" checked><textarea name="wish">Long</textarea>
  </form>
  <form id="search"><input name="q" value="socks"></form>
  <form id="list" action="https://list.example/add"><input type="email" value="a@b.example"></form>`

test('forms are listed by names alone, without fields that are never read', async ({ shop }) => {
  shop.site.payload = formsPayload({ lists: true })
  await ready(shop)
  await addForms(shop.page, listed)

  await sendForms(shop.page, '#news', '#news', '#search', '#list')
  await mark(shop)

  const forms = shop.site.events.filter(({ type }) => type === 'form')
  expect(forms).toEqual([
    {
      id: expect.any(String),
      page: '/product',
      type: 'form',
      form: {
        name: 'Newsletter',
        selector: '#news',
        email: 'mail',
        fields: 'who',
        boxes: 'agree',
      },
    },
  ])
  expect(signUpsOf(shop.site)).toEqual([])
  // Ids are random, and any digits may be in them.
  const bodies = shop.site.batches.map(({ body }) => body).join('')
  const sent = bodies.replaceAll(/"(?:id|nudge|claim)":"[^"]*"/g, '')
  expect(sent).not.toMatch(/ada|4111|a1b2|hunter2|socks|Long|csrf|card_number|word|note|tel"/i)
})

test('a site that lists no forms hears of none', async ({ shop }) => {
  shop.site.payload = formsPayload({ selector: '#other' })
  await ready(shop)
  await addForms(shop.page, listed)

  await sendForms(shop.page, '#news')
  await mark(shop)

  expect(shop.site.events.map(({ type }) => type)).not.toContain('form')
})
