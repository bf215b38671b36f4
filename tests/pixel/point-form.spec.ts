/** The owner points at a form on their page. The server decides who may. */
import AxeBuilder from '@axe-core/playwright'
import type { BrowserContext, Page } from 'playwright/test'
import { pointedForm, type PointedForm } from '#app/contract/forms.ts'
import { formPointingTexts } from '#app/domain/wording/form-pointing-texts.ts'
import { previewWords } from '#app/domain/wording/preview-words.ts'
import { openShadowRoots } from './open-shadow-roots.ts'
import { expect, payloadOf, test, type Shop } from './shop-test.ts'

const texts = formPointingTexts.en
const { facts: _facts, ...words } = previewWords.en
const reportTo = 'http://edge.localhost/api/pixel/site/events'

/** Answers like the server, and keeps what is sent. */
const serve = async (context: BrowserContext) => {
  const sent: { form: PointedForm; body: string }[] = []
  const headers = { 'access-control-allow-origin': '*' }
  const preview = { ...words, names: {}, formPointing: { reportTo, texts } }
  await context.route(/\/api\/pixel\/[^/]+\?preview=/, (route) =>
    route.fulfill({ headers, json: payloadOf([], {}, { preview }) }),
  )
  await context.route(/\/events\?preview=token&tab=/, (route) => {
    const body = route.request().postData() ?? ''
    sent.push({ form: pointedForm.parse(JSON.parse(body)).form, body })
    return route.fulfill({ headers, json: {} })
  })
  return sent
}

const forms = `
  <form class="search" style="padding:20px"><input name="q" value="socks"><p>Search</p></form>
  <form id="newsletter" aria-label="Newsletter" style="padding:20px"><p>Get news</p>
    <input name="who" value="Ada"><input name="city" value="Delft"><input name="mail" type="email" value="ada@mail.example">
    <input name="card_number" value="4111111111111111"><input type="hidden" name="csrf" value="a1b2">
    <input type="password" name="word" value="hunter2"><input type="checkbox" name="agree">
    <button>Sign up</button></form>`

const begin = async ({ page, open }: Shop) => {
  await page.addInitScript(openShadowRoots)
  await page.addInitScript(() => {
    if (location.protocol !== 'about:') sessionStorage.setItem('footfall-preview', 'token tab')
  })
  await open()
  await expect(bar(page)).toBeVisible()
  await page.evaluate((html) => {
    document.querySelector('main')?.insertAdjacentHTML('afterbegin', html)
  }, forms)
}

const bar = (page: Page) => page.getByRole('region', { name: texts.title })
const button = (page: Page, name: string) => bar(page).getByRole('button', { name })
const status = (page: Page) => bar(page).getByRole('status')

const press = async (page: Page, text: string) => {
  const { x = 0, y = 0 } = (await page.getByText(text, { exact: true }).boundingBox()) ?? {}
  await page.mouse.click(x + 4, y + 4)
}

const newsletter = {
  name: 'Newsletter',
  selector: '#newsletter',
  email: 'mail',
  fields: 'who\ncity',
  boxes: 'agree',
  page: '/product',
}

test('the form that is pointed at is sent by names alone', async ({ shop, context }) => {
  const { page } = shop
  const sent = await serve(context)
  await begin(shop)

  await press(page, 'Search')
  await expect(status(page)).toHaveText(texts.unnamed)
  await press(page, 'Get news')
  await expect(status(page)).toHaveText('Fields that can be read: mail, who, city, agree')
  const { violations } = await new AxeBuilder({ page }).include('footfall-point').analyze()
  await button(page, texts.use).click()

  await expect(status(page)).toHaveText(texts.sent)
  expect(violations).toEqual([])
  expect(sent.map(({ form }) => form)).toEqual([newsletter])
  expect(sent[0]?.body).not.toMatch(/ada|delft|4111|a1b2|hunter2|socks|csrf|card_number|word/i)
  expect(shop.site.events).toEqual([])
})

test('it works by keyboard alone, and Escape goes back and ends it', async ({ shop, context }) => {
  const { page } = shop
  const sent = await serve(context)
  await begin(shop)

  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(status(page)).toHaveText('Newsletter')
  await page.keyboard.press('Enter')
  await expect(button(page, texts.use)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(status(page)).toHaveText(texts.sent)
  await button(page, texts.resume).click()
  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)

  expect(sent.map(({ form }) => form)).toEqual([newsletter])
})
