/** Files from the admin's frame, where a link has no token and the page fetches them. */
import { readFileSync } from 'node:fs'
import { sampleCells } from '#app/domain/imports/columns.ts'
import { expect, type FrameLocator, type Page } from 'playwright/test'
import { adminOf, openApp } from './demo-install.ts'
import { test } from './store-test.ts'

test('a file arrives with its content, also after the token has expired', async ({
  page,
  store: { product },
}) => {
  const frame = await openApp(page, product)
  const answers: number[] = []
  page.on('response', (response) => {
    if (response.url().includes('/data-feeds/imports/sample')) answers.push(response.status())
  })
  await page.locator('#app-nav').getByRole('link', { name: 'Data feeds' }).click()
  await frame.getByRole('link', { name: 'Imports', exact: true }).click()

  const first = await download(page, frame)
  expect(first.name).toBe('sample-purchase.csv')
  expect(first.lines).toEqual(sampleCells('purchase').map((cells) => cells.join(',')))
  expect(answers).toEqual([200])

  // By a request alone: a page that comes back to the front asks for news with the expired token.
  const testing = `${await adminOf(product)}/testing`
  const expired = await page.request.post(testing, {
    form: { action: 'expire' },
    headers: { Origin: new URL(testing).origin },
  })
  expect(await expired.text()).toContain('has expired')

  expect(await download(page, frame)).toEqual(first)
  expect(answers).toEqual([200, 401, 200])
})

/** Clicks the link to the sample of purchases, and reads what the browser saved. */
async function download(page: Page, frame: FrameLocator) {
  const saved = page.waitForEvent('download')
  await frame.locator('a[download][href$="kind=purchase"]').click()
  const file = await saved
  return { name: file.suggestedFilename(), lines: linesOf(readFileSync(await file.path(), 'utf8')) }
}

/** Without the mark of its encoding, which spreadsheets ask for. */
const linesOf = (text: string) => text.replace('\uFEFF', '').trim().split('\r\n')
