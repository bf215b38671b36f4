/** A question of a merchant: asked, assigned, answered by staff, and opened again by the merchant. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readMail } from '#app/emails/read-email.ts'
import type { ProductServer } from '../support/product-server.ts'
import { createAccount, logIn, visitScreen } from './account.ts'
import { enterKiosk, expectSound } from './kiosk.ts'
import { expect, test } from './product-test.ts'

/** The link to the conversation in the email that has the text. Without SMTP_URL emails are files. */
async function readLink({ dataDir }: ProductServer, text: string): Promise<string> {
  let link = ''
  await expect(() => {
    const folder = path.join(dataDir, 'outbox')
    const files = existsSync(folder) ? readdirSync(folder) : []
    const found = files
      .filter((name) => name.endsWith('.eml'))
      .map((name) => readMail(readFileSync(path.join(folder, name), 'utf8')).text)
      .find((one) => one.includes(text))
    link = /https?:\S+\/support\/\d+/.exec(found ?? '')?.[0] ?? ''
    expect(link).not.toBe('')
  }).toPass({ timeout: 60_000 })
  return link
}

test('a question is asked, assigned and answered, and opened again by the merchant', async ({
  page,
  browser,
  product,
}) => {
  test.slow()
  const { baseUrl } = product
  await createAccount(product, 'linen@linen.example')
  await createAccount(product, 'staff@footfall.example', '--admin')
  const merchants = await browser.newContext()
  const merchant = await merchants.newPage()
  await logIn(merchant, baseUrl, 'linen@linen.example', '/support')
  await merchant.getByLabel('Subject').fill('Nothing is shown')
  await merchant.getByLabel('Message', { exact: true }).fill('My nudges are missing since today.')
  await merchant.getByRole('button', { name: 'Send message' }).click()
  await expect(merchant.getByText('Waiting for us')).toBeVisible()
  await expectSound(merchant)

  await enterKiosk(page, product, 'staff@footfall.example')
  await visitScreen(page, `${baseUrl}/kiosk/support`)
  const row = page.getByRole('row').filter({ hasText: 'Nothing is shown' })
  await expect(row.getByText('New message')).toBeVisible()
  await expectSound(page)
  await row.getByRole('link', { name: 'Nothing is shown' }).click()
  await expect(page.getByText('My nudges are missing since today.')).toBeVisible()
  await expect(page.getByText('linen@linen.example')).toBeVisible()
  await page.locator('summary').filter({ hasText: 'Change assignee or status' }).click()
  await page.getByLabel('Assignee').selectOption({ label: 'staff' })
  await page.getByLabel('Reason').fill('I answer this one.')
  await expectSound(page)
  await page.getByRole('button', { name: 'Change request' }).click()
  await expect(page.getByText('Open, assigned to staff.')).toBeVisible()
  await page.getByLabel('Message', { exact: true }).fill('Your theme lost the snippet.')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText('Waiting for the user, assigned to staff.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'lost the snippet.' })).toBeVisible()
  await visitScreen(page, `${baseUrl}/kiosk/support`)
  await expect(page.getByText('No open requests')).toBeVisible()
  await expectSound(page)

  const link = await readLink(product, 'Your theme lost the snippet.')
  await visitScreen(merchant, `${baseUrl}/support`)
  await expect(merchant.getByText('New answer')).toBeVisible()
  await visitScreen(merchant, link)
  await expect(merchant.getByText('Waiting for you')).toBeVisible()
  await expect(merchant.getByText('Your theme lost the snippet.')).toBeVisible()
  await expectSound(merchant)
  await merchant.getByLabel('Message', { exact: true }).fill('I added it, and nothing changed.')
  await merchant.getByRole('button', { name: 'Send answer' }).click()
  await expect(merchant.getByText('Waiting for us')).toBeVisible()
  await merchant.getByRole('link', { name: 'All requests' }).click()
  await expect(merchant.getByRole('link', { name: 'Nothing is shown' })).toBeVisible()
  await expect(merchant.getByText('New answer')).toBeHidden()
  await merchants.close()

  await page.reload()
  await expect(row.getByText('New message')).toBeVisible()
  await row.getByRole('link', { name: 'Nothing is shown' }).click()
  await expect(page.getByText('I added it, and nothing changed.')).toBeVisible()
  await visitScreen(page, `${baseUrl}/kiosk/audit`)
  await expect(page.getByText('answered a support request of the user.')).toHaveCount(1)
  await expect(
    page.getByText('changed the assignee or the status of a support request of the user.'),
  ).toHaveCount(1)
})
