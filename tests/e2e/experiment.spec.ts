/**
 * An experiment with a nudge by keyboard only: starts, runs while others have other looks, and
 * ends.
 */
import type { Page } from 'playwright/test'
import { checkScreen, tabTo, pressControl } from './keyboard.ts'
import { logIn, createAccount, visitScreen } from './account.ts'
import { expect, test } from './product-test.ts'

const owner = 'owner@example.com'

const status = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('new words are compared with the published ones until the experiment is stopped', async ({
  page,
  product,
}) => {
  test.setTimeout(300_000)
  await createAccount(product, owner)
  await logIn(page, product.baseUrl, owner)
  await visitScreen(page, `${await publishMessage(page)}?panel=proof#experiment`)

  await tabTo(page, field(page, 'Visitors in variant B'))
  await page.keyboard.type('30')
  await expect(field(page, 'Visitors in variant B')).toHaveValue('30')
  await pressControl(page, button(page, 'Start experiment'))

  await expect(status(page, '30% in variant B')).toContainText('Running')
  await expect(page.getByRole('heading', { name: 'Not enough data yet' })).toBeVisible()
  await expect(page.getByText('variant B of an experiment')).toBeVisible()
  await checkScreen(page)
  await pressControl(page, button(page, 'Stop experiment'))
  await expect(page.getByText('Ended without a decision.')).toBeVisible()
  await expect(button(page, 'Start experiment')).toBeVisible()
})

/**
 * Publishes a custom message and saves a draft with another text. Returns the URL of its editor.
 */
const publishMessage = (page: Page) =>
  page.evaluate(async () => {
    const send = async (to: string, fields: Record<string, string>) =>
      (await fetch(to, { method: 'POST', body: new URLSearchParams(fields) })).url
    const editor = await send('/popup-nudges', { type: 'custom' })
    const saving = { intent: 'save', name: 'Mine' }
    await send(editor, { ...saving, 'content.text': 'Made by hand in Utrecht', then: 'publish' })
    await send(editor, { ...saving, 'content.text': 'From our own kiln' })
    return editor
  })
