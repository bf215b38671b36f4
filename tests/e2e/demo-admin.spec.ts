/** The demo admin: an app in its frame gets tokens, and shows its title, navigation and save bar around it. */
import AxeBuilder from '@axe-core/playwright'
import type { FrameLocator, Page } from 'playwright/test'
import { expect, test } from './demo-store.ts'

const frameOf = (page: Page): FrameLocator => page.frameLocator('iframe.app-frame')

const appBody = `
  <h1>At {path}</h1>
  <ui-title-bar title="Nudges">
    <button variant="primary" onclick="document.querySelector('output').textContent = 'created'">Create</button>
  </ui-title-bar>
  <ui-nav-menu>
    <a href="/start" rel="home">Home</a>
    <a href="/statistics">Statistics</a>
  </ui-nav-menu>
  <form method="post" data-save-bar>
    <label>Name <input name="name" value="Purchases" /></label>
  </form>
  <output></output>
  <button onclick="ask('/data')">Ask</button>
  <button onclick="fetch('/charge')">Upgrade</button>
  <button onclick="shopify.toast.show('Saved')">Toast</button>
  <button onclick="history.pushState(null, '', '/nudges/7?tab=look')">Go deeper</button>
  <button onclick="shopify.modal.show('sure')">Delete</button>
  <ui-modal id="sure"><p>Gone for good.</p><ui-title-bar title="Delete nudge?"><button>Keep</button></ui-title-bar></ui-modal>
  <script>
    const show = (text) => { document.querySelector('output').textContent = text }
    const ask = async (path) => show('status ' + (await fetch(path)).status)
    document.querySelector('form').onsubmit = (event) => {
      event.preventDefault()
      fetch('/save', { method: 'POST', body: new URLSearchParams(new FormData(event.target)) })
    }
  </script>`

const storageProbe = `<p>
  <script>
    try { localStorage.setItem('probe', 'works'); document.write('Storage ' + localStorage.getItem('probe')) }
    catch (error) { document.write('Storage ' + error.name) }
  </script></p>`

for (const blocksStorage of [false, true]) {
  test.describe(blocksStorage ? 'with storage blocked' : 'with storage allowed', () => {
    test.beforeEach(({ app, shop }) => {
      shop.state.blocksStorage = blocksStorage
      app.setBody(appBody + storageProbe)
    })

    test('the app is installed, and asks with a token', async ({ page, shop, app }) => {
      await page.goto(`${shop.adminUrl}/apps`)
      await page.getByRole('link', { name: 'Install app' }).click()
      await page.getByRole('button', { name: 'Install' }).click()

      await expect(frameOf(page).getByRole('heading')).toHaveText('At /start')
      const storage = blocksStorage ? 'Storage SecurityError' : 'Storage works'
      await expect(frameOf(page).getByText('Storage')).toHaveText(storage)
      await frameOf(page).getByRole('button', { name: 'Ask' }).click()
      await expect(frameOf(page).getByRole('status')).toHaveText('status 200')
      expect(app.admitted).toEqual(['/start', '/data'])
    })

    test('an expired token is replaced, and nothing typed is lost', async ({ page, shop, app }) => {
      shop.install()
      await page.goto(`${shop.adminUrl}/apps/footfall`)
      await frameOf(page).getByLabel('Name').fill('Orders')

      shop.expireSessionToken()
      await page.getByRole('button', { name: 'Save' }).click()

      await expect.poll(() => app.sent).toEqual(['name=Orders'])
      expect(app.refused).toEqual(['/save'])
      await expect(page.getByText('Unsaved changes')).toBeHidden()
    })

    test('a page without a token is loaded with one', async ({ page, shop, app }) => {
      shop.install()
      await page.goto(`${shop.adminUrl}/apps/footfall`)
      await frameOf(page).getByRole('heading').waitFor()

      // As when the frame is reloaded: the address has no token.
      await page.getByRole('link', { name: 'Statistics' }).click()

      await expect(frameOf(page).getByRole('heading')).toHaveText('At /statistics')
      await expect(page).toHaveURL(`${shop.adminUrl}/apps/footfall/statistics`)
      await expect(page.getByRole('link', { name: 'Statistics' })).toHaveAttribute(
        'aria-current',
        'page',
      )
      // The new document's elements work as well.
      await page.getByRole('button', { name: 'Create' }).click()
      await expect(frameOf(page).getByRole('status')).toHaveText('created')
      await frameOf(page).getByLabel('Name').fill('Orders')
      await expect(page.getByText('Unsaved changes')).toBeVisible()
      expect(app.admitted).toEqual(['/start', '/statistics'])
    })
  })
}

test.describe('around the frame', () => {
  test.beforeEach(async ({ app, shop, page }) => {
    app.setBody(appBody)
    shop.install()
    await page.goto(`${shop.adminUrl}/apps/footfall`)
    await frameOf(page).getByRole('heading', { name: 'At /start' }).waitFor()
  })

  test('the save bar appears with the first change, and discards it', async ({ page }) => {
    const name = frameOf(page).getByLabel('Name')
    await expect(page.getByText('Unsaved changes')).toBeHidden()

    await name.fill('Orders')
    await page.getByRole('button', { name: 'Discard' }).click()

    await expect(name).toHaveValue('Purchases')
    await expect(page.getByText('Unsaved changes')).toBeHidden()
  })

  test('a slow press on Save, right after typing, saves', async ({ page, app }) => {
    const name = frameOf(page).getByLabel('Name')
    await name.press('End')
    await name.pressSequentially('More')
    const save = page.getByRole('button', { name: 'Save' })

    // The press takes the focus out of the frame, and the field reports its change meanwhile.
    await save.hover()
    await page.mouse.down()
    await expect(name).not.toBeFocused()
    await name.dispatchEvent('change')
    await page.mouse.up()

    await expect.poll(() => app.sent).toEqual(['name=PurchasesMore'])
  })

  test('leaving with unsaved changes is asked once', async ({ page }) => {
    await frameOf(page).getByLabel('Name').fill('Orders')

    await page.getByRole('link', { name: 'Statistics' }).click()
    await page.getByRole('button', { name: 'Stay' }).click()
    await expect(frameOf(page).getByRole('heading')).toHaveText('At /start')
    await expect(frameOf(page).getByLabel('Name')).toHaveValue('Orders')

    await page.getByRole('link', { name: 'Statistics' }).click()
    await page.getByRole('button', { name: 'Leave page' }).click()
    await expect(frameOf(page).getByRole('heading')).toHaveText('At /statistics')
    await expect(page.getByText('Unsaved changes')).toBeHidden()
  })

  test('title, actions, toasts and the address are the app’s', async ({ page, shop }) => {
    await expect(page.getByRole('heading', { name: 'Nudges' })).toBeVisible()
    await expect(page).toHaveTitle('Nudges · Linen & Oak · Demo admin')

    await page.getByRole('button', { name: 'Create' }).click()
    await expect(frameOf(page).getByRole('status')).toHaveText('created')

    await frameOf(page).getByRole('button', { name: 'Toast' }).click()
    await expect(page.getByRole('status').getByText('Saved')).toBeVisible()

    await frameOf(page).getByRole('button', { name: 'Go deeper' }).click()
    await expect(page).toHaveURL(`${shop.adminUrl}/apps/footfall/nudges/7?tab=look`)
    await page.reload()
    await expect(frameOf(page).getByText('At /nudges/7')).toBeVisible()
  })

  test('a modal shows its content, and dims the admin', async ({ page }) => {
    await frameOf(page).getByRole('button', { name: 'Delete' }).click()

    const dialog = frameOf(page).getByRole('dialog')
    await expect(dialog.getByText('Gone for good.')).toBeVisible()
    await expect(dialog.getByRole('heading')).toHaveText('Delete nudge?')
    await expect(page.locator('body')).toHaveClass('dimmed')

    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.locator('body')).not.toHaveClass('dimmed')
  })

  test('an answer that asks for it opens a page at the top', async ({ page, app }) => {
    await frameOf(page).getByRole('button', { name: 'Upgrade' }).click()

    await expect(page).toHaveURL(new RegExp(`^${app.url}/outside`))
  })

  test('App Bridge knows the shop, the person, the scopes and asks for more', async ({
    page,
    shop,
  }) => {
    const evaluate = (script: string): Promise<unknown> =>
      frameOf(page).locator('body').evaluate(script)

    expect(await evaluate('shopify.config.shop')).toBe('linen-and-oak.myshopify.com')
    expect(await evaluate('shopify.user()')).toMatchObject({ name: 'Ines Vos' })
    expect(await evaluate('shopify.scopes.query()')).toMatchObject({
      optional: ['read_customers'],
    })
    const asked = evaluate("shopify.scopes.request(['read_customers'])")
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    expect(await asked).toMatchObject({ result: 'granted-all' })
    expect(shop.state.installation?.scopes).toContain('read_customers')
  })
})

test('the admin’s pages are accessible', async ({ page, shop }) => {
  shop.install()
  for (const path of ['', '/orders', '/products', '/customers', '/apps', '/themes', '/testing']) {
    await page.goto(shop.adminUrl + path)
    // A page in a frame has landmarks of its own, as any page.
    const { violations } = await new AxeBuilder({ page }).exclude('iframe.preview').analyze()
    expect(violations.map(({ id, nodes }) => [path, id, nodes[0]?.html])).toEqual([])
  }
})

test('on a phone, the app has most of the window, and nothing scrolls sideways', async ({
  page,
  shop,
  app,
}) => {
  await page.setViewportSize({ width: 375, height: 667 })
  app.setBody(appBody)
  shop.install()
  await page.goto(`${shop.adminUrl}/apps/footfall`)
  await frameOf(page).getByRole('heading', { name: 'At /start' }).waitFor()

  const frame = await page.locator('iframe.app-frame').boundingBox()
  expect(frame?.y).toBeLessThan(667 / 3)
  expect(frame).toMatchObject({ x: 0, width: 375 })
  const sideways = () => document.documentElement.scrollWidth - window.innerWidth
  expect(await page.evaluate(sideways)).toBeLessThanOrEqual(0)
})

test('the web pixel hears of a visit from a sandbox without an origin', async ({
  page,
  shop,
  app,
}) => {
  shop.install().webPixel = { id: 1n, settings: '{"site":"abc"}' }
  await page.addInitScript("try { localStorage.setItem('visitor', 'ann') } catch {}")

  await page.goto(`${shop.storefrontUrl}/products/stoneware-mug`)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.getByRole('heading', { name: 'Cart' }).waitFor()

  const names = () => app.reported.map(({ body }) => (JSON.parse(body) as { name: string }).name)
  await expect.poll(names).toContain('product_added_to_cart')
  expect(new Set(app.reported.map(({ origin }) => origin))).toEqual(new Set(['null']))
  expect(names().slice(0, 2).sort()).toEqual(['page_viewed', 'product_viewed'])
  expect(JSON.parse(app.reported[0]?.body ?? '')).toMatchObject({
    visitor: 'ann',
    isAllowed: true,
    sees: 'undefined',
    site: 'abc',
  })
})
