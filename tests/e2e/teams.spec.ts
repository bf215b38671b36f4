/** An organization and its members, by keyboard only. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from 'playwright/test'
import type { ProductServer } from '../support/product-server.ts'
import { checkScreen, tabTo, typeInto, pressControl } from './keyboard.ts'
import { logIn, createAccount, password, visitScreen } from './account.ts'
import { expect, test } from './product-test.ts'

const owner = 'owner@example.com'
const invited = 'ann@shop.example'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const status = (page: Page) => page.getByRole('status')

/** Chooses the option that starts like this. */
async function choose(page: Page, select: Locator, option: string): Promise<void> {
  await tabTo(page, select)
  await page.keyboard.type(option)
  await expect(select.locator('option:checked')).toHaveText(option)
}

/** Without SMTP_URL every email is a file. */
async function readInvitation({ dataDir, baseUrl }: ProductServer): Promise<string> {
  let found: string | undefined
  await expect(() => {
    const folder = path.join(dataDir, 'outbox')
    const [mail] = readdirSync(folder).filter((name) => /^team-.*\.eml$/.test(name))
    const text = readFileSync(path.join(folder, mail ?? 'none'), 'utf8')
    // Quoted-printable, RFC 2045 6.7.
    const plain = text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
    found = /(\/auth\/register\?invitation=[\w-]+)/.exec(plain)?.[1]
    expect(found).toBeDefined()
  }).toPass({ timeout: 60_000 })
  return baseUrl + (found ?? '')
}

test('the owner invites, who is invited registers, is changed, and is out once removed', async ({
  page,
  browser,
  product,
}) => {
  test.setTimeout(300_000)
  await createAccount(product, owner)
  await logIn(page, product.baseUrl, owner, '/settings/teams')
  await pressControl(page, link(page, 'owner.example'))
  await expect(heading(page, 'Logo')).toBeVisible()

  await pressControl(page, link(page, 'Members'))
  await expect(heading(page, 'Invite a member')).toBeVisible()
  await typeInto(page, page.getByLabel('Email'), 'nobody')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter an email address, for example name@shop.com.')).toBeVisible()
  await typeInto(page, page.getByLabel('Email'), invited)
  await choose(page, page.getByLabel('Role'), 'Analyst')
  await pressControl(page, button(page, 'Send invitation'))
  await expect(heading(page, 'Pending invitations')).toBeVisible()
  await expect(button(page, `Revoke invitation to ${invited}`)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('')
  await checkScreen(page)

  const context = await browser.newContext()
  const other = await context.newPage()
  await other.goto(await readInvitation(product))
  await expect(heading(other, 'Create an account')).toBeVisible()
  await expect(other.getByLabel('Email')).toHaveValue(invited)
  await checkScreen(other)
  await typeInto(other, other.getByLabel('Name'), 'Ann')
  await typeInto(other, other.getByLabel('Password', { exact: true }), password)
  await other.getByLabel('I accept the terms of service').check()
  await pressControl(other, button(other, 'Create account and join'))
  await expect(heading(other, 'Home')).toBeVisible()
  await visitScreen(other, `${product.baseUrl}/settings/teams`)
  await pressControl(other, link(other, 'owner.example'))
  await expect(heading(other, 'Leave organization')).toBeVisible()
  const organization = other.url()
  await pressControl(other, link(other, 'Members'))
  await expect(heading(other, 'Roles')).toBeVisible()
  await expect(heading(other, 'Invite a member')).toHaveCount(0)

  await visitScreen(page, page.url())
  await expect(heading(page, 'Pending invitations')).toHaveCount(0)
  await pressControl(page, page.getByLabel('Actions for Ann'))
  await pressControl(page, link(page, 'Edit access of Ann'))
  await expect(heading(page, 'Ann’s access')).toBeVisible()
  await choose(page, page.getByLabel('Role'), 'Editor')
  await tabTo(page, page.getByRole('radio', { name: /^All sites/ }))
  await page.keyboard.press('ArrowDown')
  await tabTo(page, page.getByRole('checkbox', { name: 'owner.example' }))
  await page.keyboard.press('Space')
  await checkScreen(page)
  await pressControl(page, button(page, 'Save access'))
  await expect(status(page).filter({ hasText: 'Access updated' })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: invited })
  await expect(row.getByText('owner.example', { exact: true })).toBeVisible()
  const role = page.getByLabel('Role of Ann')
  await choose(page, role, 'Analyst')
  await pressControl(page, row.getByRole('button', { name: 'Save' }))
  const toast = page.locator('.toast').filter({ hasText: 'Role changed to analyst' })
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(role).toHaveValue('editor')
  await checkScreen(page)

  await pressControl(page, page.getByLabel('Actions for Ann'))
  await pressControl(page, button(page, 'Remove Ann'))
  await expect(page.getByRole('dialog', { name: /^Remove Ann from / })).toBeVisible()
  await checkScreen(page)
  await page.keyboard.press('Escape')
  await expect(button(page, 'Remove Ann')).toBeFocused()
  await page.keyboard.press('Enter')
  await pressControl(page, button(page, 'Remove member'))
  await expect(status(page).filter({ hasText: 'Member removed' })).toBeVisible()
  const answer = await other.goto(organization)
  expect(answer?.status()).toBe(404)
  await expect(other.getByText('Page Not Found')).toBeVisible()
  await context.close()

  await pressControl(page, link(page, 'Audit log'))
  await expect(page.getByText('removed Ann.')).toBeVisible()
})

test('every screen of an organization is in order at each width', async ({ page, product }) => {
  test.setTimeout(300_000)
  await createAccount(product, owner)
  await logIn(page, product.baseUrl, owner, '/settings/teams')
  await checkScreen(page)
  await pressControl(page, link(page, 'owner.example'))
  const screens = {
    General: 'Logo',
    'Plan and usage': 'Subscription',
    Members: 'Roles',
    'Audit log': 'Audit log',
    'Transfer or delete': 'Delete organization',
  }

  for (const [tab, part] of Object.entries(screens)) {
    await pressControl(page, link(page, tab))
    await expect(heading(page, part)).toBeVisible()
    await checkScreen(page)
  }
})

test('addresses of the plan’s parts open them, wherever the parts are', async ({
  page,
  product,
}) => {
  await createAccount(product, owner)
  await logIn(page, product.baseUrl, owner, '/settings/teams')
  await pressControl(page, link(page, 'owner.example'))
  await expect(heading(page, 'Logo')).toBeVisible()
  const organization = page.url()

  for (const part of ['subscription', 'visitor-boosts', 'add-ons']) {
    await page.goto('about:blank')
    await page.goto(`${organization}#/${part}`)
    await expect(page).toHaveURL(`${organization}/plan#/${part}`)
    await expect(heading(page, 'Subscription')).toBeVisible()
  }
})
