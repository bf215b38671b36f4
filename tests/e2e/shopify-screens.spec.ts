/** Every main screen in the frame of the demo store's admin: accessible, undamaged, and inside it. */
import { expect, type Frame, type FrameLocator, type Page } from 'playwright/test'
import { openApp } from './demo-install.ts'
import { findLayoutFaults } from './layout-faults.ts'
import { test } from './store-test.ts'
import { findViolations } from './violations.ts'

const widths = [1280, 375]

/** Screens in the admin's navigation, and their tabs. */
const screens = [
  '/',
  '/onboarding?step=install',
  '/popup-nudges/list',
  '/popup-nudges',
  '/inline-nudges',
  '/inline-nudges/library',
  '/goals',
  '/goals/new',
  '/statistics',
  '/statistics/effect',
  '/statistics/nudges',
  '/statistics/pages',
  '/statistics/products',
  '/statistics/not-shown',
  '/statistics/speed',
  '/statistics/reports',
  '/data-feeds',
  '/data-feeds/signups',
  '/data-feeds/reviews',
  '/data-feeds/products',
  '/data-feeds/counts',
  '/data-feeds/messages',
  '/data-feeds/imports',
  '/data-feeds/exclusions',
  '/site-settings',
  '/site-settings/look',
  '/site-settings/timing',
  '/site-settings/titles',
  '/site-settings/privacy',
  '/site-settings/danger',
  '/account/general',
  '/account/security',
  '/account/devices',
  '/account/notifications',
  '/account/privacy',
  '/account/api-tokens',
  '/support',
  '/shopify/billing',
  '/shopify/billing/success',
  '/billing/plan/lite-shopify',
]

test('no screen has a fault in the frame, or a link that leads out of it by accident', async ({
  page,
  store: { product },
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const locator = await openApp(page, product)
  const frame = appFrame(page, product.baseUrl)
  const faults: Record<string, unknown> = {}
  const look = async (path: string) => {
    await follow(frame, path)
    await expectScreen(locator, path)
    // An untouched screen has nothing to save.
    if (await page.locator('#save-bar').isVisible()) faults[`save bar of ${path}`] = true
    const links = await frame.evaluate(findStrayLinks)
    if (links.length > 0) faults[`links of ${path}`] = links
    for (const width of widths) {
      const found = await measure(page, frame, width)
      if (Object.values(found).flat().length > 0) faults[`${path} at ${String(width)}`] = found
    }
  }

  const pixel = await pathOfEntry(page, 'Pixel')
  const team = await pathOfEntry(page, 'Organization')
  const ofTeam = ['', '/plan', '/members', '/log'].map((tab) => team + tab)
  for (const path of [...screens, pixel, ...ofTeam]) await look(path)
  await look(await createNudge(locator, frame))
  await look('/popup-nudges/list')

  expect(faults).toEqual({})
})

function appFrame(page: Page, baseUrl: string): Frame {
  const frame = page.frames().find((one) => one.url().startsWith(baseUrl))
  if (!frame) throw new Error('The product is in no frame.')
  return frame
}

/** Path of an entry in the admin's navigation, which is there when the screen is ready. */
async function pathOfEntry(page: Page, name: string): Promise<string> {
  const link = page.locator('#app-nav').getByRole('link', { name, exact: true })
  const href = (await link.getAttribute('href')) ?? ''
  return href.replace(/^.*\/apps\/[^/]+/, '')
}

/** As a click in the admin's navigation, to any path. */
const follow = (frame: Frame, path: string) =>
  frame.evaluate((href) => {
    const link = document.createElement('a')
    link.setAttribute('href', href)
    document.body.append(link)
    link.dispatchEvent(new CustomEvent('shopify:navigate', { bubbles: true }))
    link.remove()
  }, path)

/** The address has changed when the screen has. Axe skips inert content. */
async function expectScreen(frame: FrameLocator, path: string) {
  const isThere = (address: string) => new URL(address).pathname === new URL(path, address).pathname
  await expect
    .poll(async () => isThere(await frame.locator('html').evaluate(() => location.href)))
    .toBe(true)
  await expect(frame.locator('body')).not.toHaveAttribute('inert')
  await expect(frame.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(frame.locator('.error-page__message')).toHaveCount(0)
}

async function measure(page: Page, frame: Frame, width: number) {
  await page.setViewportSize({ width, height: 900 })
  return {
    violations: await findViolations(frame),
    overrun: await frame.evaluate(findOverrun),
    layout: await frame.evaluate(findLayoutFaults),
  }
}

/** Pixels by which the document is wider than the frame. */
function findOverrun(): number[] {
  const { scrollWidth, clientWidth } = document.documentElement
  return scrollWidth > clientWidth ? [scrollWidth - clientWidth] : []
}

/** Links that would put another website into the frame, or a screen of ours outside of the admin. */
function findStrayLinks(): string[] {
  const stray: string[] = []
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    const isOurs = link.origin === location.origin
    const staysInside = link.target === '' || link.target === '_self'
    const isForHost = link.target === '_top' || link.protocol === 'shopify:'
    const isMail = link.protocol === 'mailto:'
    // Public, and opened beside the admin on purpose.
    const isDocumentation = link.pathname === '/api/docs'
    if (isForHost || isMail || isDocumentation || isOurs === staysInside) continue
    stray.push(link.outerHTML.slice(0, 200))
  }
  return stray
}

/** @returns path of its editor */
async function createNudge(locator: FrameLocator, frame: Frame): Promise<string> {
  await follow(frame, '/popup-nudges')
  await locator.getByRole('button', { name: 'Create Custom message', exact: true }).click()
  await frame.waitForURL(/\/nudges\/[^/]+$/)
  return new URL(frame.url()).pathname
}
