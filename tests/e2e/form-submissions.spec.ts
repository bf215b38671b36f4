/** An owner points at a form on their page, and a visitor’s sign-up counts once the thank-you page opens. */
import { openShadowRoots } from '../pixel/open-shadow-roots.ts'
import { createAccount, logIn, visitScreen } from './account.ts'
import { checkScreen, pressControl, typeInto } from './keyboard.ts'
import { expect, test } from './product-test.ts'

test.setTimeout(240_000)

test('a form is pointed at, added, and its sign-up waits for approval', async ({
  page,
  context,
  browser,
  product,
  shop,
}) => {
  const owner = 'owner@example.com'
  const made = await createAccount(product, owner, '--site-url', shop.url)
  shop.setBody(`<main><form id="newsletter" aria-label="Newsletter" action="/thank-you" method="post">
      <p>Get our news</p>
      <label>First name <input name="first_name"></label> <label>Email <input name="mail" type="email"></label>
      <label><input type="checkbox" name="agree"> I agree</label> <button>Sign up</button>
    </form></main>
    <script>window.footfall = [['consent', true]]</script>
    <script async src="${product.baseUrl}/js/pixel.library.js" data-site="${String(made['site'])}"></script>`)
  await context.addInitScript(openShadowRoots)
  await logIn(page, product.baseUrl, owner, '/integrations/form_submissions')
  await checkScreen(page)

  const opening = context.waitForEvent('page')
  await pressControl(page, page.getByRole('button', { name: 'Point at a form' }))
  const tab = await opening
  const bar = tab.getByRole('region', { name: 'Choose a sign-up form' })
  await expect(bar).toBeVisible()
  const { x = 0, y = 0 } = (await tab.getByText('Get our news').boundingBox()) ?? {}
  await tab.mouse.click(x + 4, y + 4)
  await bar.getByRole('button', { name: 'Use this form' }).click()
  await expect(bar.getByText('Go back to your Footfall tab')).toBeVisible()
  await tab.close()

  await expect(page.getByText('“Newsletter” on / chosen.')).toBeVisible()
  await expect(page.getByLabel('CSS selector')).toHaveValue('#newsletter')
  await expect(page.getByLabel('Name of the consent checkbox')).toHaveValue('agree')
  await expect(page.getByLabel('Name of the first name field')).toHaveValue('first_name')
  await typeInto(page, page.getByLabel('Thank-you page (optional)'), '/thank-you')
  await checkScreen(page)
  await pressControl(page, page.getByRole('button', { name: 'Add form' }))
  await expect(page.getByRole('row', { name: /Newsletter.*counted on \/thank-you/ })).toBeVisible()

  const visitor = await (await browser.newContext()).newPage()
  const loaded = visitor.waitForResponse((answer) => answer.url().includes('/js/pixel.forms.'))
  await visitor.goto(`${shop.url}/`)
  await loaded
  await visitor.getByLabel('First name').fill('Ada')
  await visitor.getByLabel('Email').fill('ada@mail.example')
  await visitor.getByLabel('I agree').check()
  const reported = visitor.waitForRequest((request) =>
    (request.postData() ?? '').includes('"kind":"signup"'),
  )
  await visitor.getByRole('button', { name: 'Sign up' }).click()
  await visitor.waitForURL('**/thank-you')
  expect((await reported).postData()).not.toContain('mail.example')
  await visitor.context().close()

  await visitScreen(page, `${product.baseUrl}/data-feeds/signups`)
  await expect(page.getByText(/Ada/).first()).toBeVisible()
})
