/** Five tasks of the first days, each from the screen where one looks first, with its presses counted. */
import type { Locator } from 'playwright/test'
import { createAccount, logIn, visitScreen } from './account.ts'
import { expect, test } from './product-test.ts'

const owner = 'owner@shop.example'

test('a newcomer finds five tasks within three presses each', async ({
  page,
  context,
  product,
  shop,
}) => {
  test.setTimeout(120_000)
  const made = await createAccount(product, owner, '--site-url', shop.url)
  const { site, token } = made as { site: string; token: string }
  const sent = await fetch(`${product.baseUrl}/api/v1/sites/${site}/activities`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      kind: 'purchase',
      id: 'order-1',
      occurred_at: new Date().toISOString(),
      person: { first_name: 'Mira', country: 'PT' },
      items: [{ title: 'Green tea', url: `${shop.url}/teas/green` }],
    }),
  })
  expect(sent.status).toBe(201)
  await logIn(page, product.baseUrl, owner, '/onboarding?step=nudge')
  await page.getByRole('button', { name: 'Use Recent purchase' }).click()
  await page.getByText('Skip for now').click()
  await page.getByRole('button', { name: 'Publish nudge' }).click()
  await expect(page.getByText('Data is ready to show')).toBeVisible()

  const presses: Record<string, number> = {}
  const start = async (task: string) => {
    presses[task] = 0
    await visitScreen(page, product.baseUrl)
    return async (target: Locator) => {
      presses[task] = (presses[task] ?? 0) + 1
      await target.click()
    }
  }
  const shown = page.getByRole('region', { name: 'What visitors see now' })
  const main = page.getByRole('navigation', { name: 'Main', exact: true })

  const look = await start('position and color')
  await look(shown.getByRole('link', { name: 'Recent purchase', exact: true }))
  await look(page.getByRole('link', { name: /^Look/ }))
  await expect(page.getByLabel('Brand color').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Position' })).toBeVisible()

  // Done, not only found: on the preview where the nudge is, and published.
  const place = await start('a position of its own')
  await place(shown.getByRole('link', { name: 'Recent purchase', exact: true }))
  await place(page.getByRole('button', { name: 'Top right' }))
  await expect(page.getByText('Position for this nudge only')).toBeVisible()
  await place(page.getByRole('button', { name: /^Publish \d/ }))
  await expect(page.getByRole('button', { name: /^Publish/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Top right' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )

  const why = await start('why it isn’t shown')
  await why(shown.getByRole('link', { name: /^Why/ }))
  await expect(page.getByRole('heading', { name: 'On your pages' })).toBeVisible()
  await expect(page.getByText('No page has checked it in the last 24 hours.')).toBeVisible()

  const hide = await start('hide an order')
  const latest = page.getByRole('region', { name: 'Just in' })
  await hide(latest.getByRole('button', { name: /^Hide/ }))
  await expect(latest.getByText('Hidden')).toBeVisible()

  const goal = await start('a goal for the thank-you page')
  await goal(main.getByRole('link', { name: 'Goals', exact: true }))
  await goal(page.getByRole('link', { name: 'Thank-you page reached' }))
  await page.getByLabel('Page URL').fill('/thank-you/1001')
  await expect(page.getByText('visiting /thank-you/1001 reaches the goal')).toBeVisible()
  await goal(page.getByRole('button', { name: 'Create goal' }))
  await expect(page.getByText('Waiting for a test…')).toBeVisible()
  // Checking it is one further press, on the screen that opened.
  shop.setBody(
    `<main>Thanks</main><script async src="${product.baseUrl}/js/pixel.library.js" data-site="${site}"></script>`,
  )
  const opening = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Test on your site' }).click()
  const tab = await opening
  await expect(tab.getByRole('region', { name: /^Test tab/ })).toBeVisible()
  await tab.goto(`${shop.url}/thank-you/1001`)
  await page.bringToFront()
  await expect(page.getByText('It works: your test tab reached the goal')).toBeVisible()
  await tab.close()

  const invite = await start('invite for one site')
  await invite(main.getByRole('link', { name: 'Organization', exact: true }))
  await invite(page.getByRole('link', { name: 'Members', exact: true }))
  await page.getByLabel('Email').fill('ann@shop.example')
  await invite(page.getByText('Selected sites only'))
  await expect(page.getByRole('group', { name: 'Selected sites' })).toBeVisible()

  expect(presses).toEqual({
    'position and color': 2,
    'a position of its own': 3,
    'why it isn’t shown': 1,
    'hide an order': 1,
    'a goal for the thank-you page': 3,
    'invite for one site': 3,
  })
})
