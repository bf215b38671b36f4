/** A person without a pointer, and checks of the screen for others. */
import AxeBuilder from '@axe-core/playwright'
import { expect, type Locator, type Page } from 'playwright/test'
import { findViolations } from './violations.ts'

/** Finding the element again takes as long as many presses, so it is done once in so many. */
const pressesAtOnce = 20

/** Presses Tab until the element has the focus. Fails when it can't be reached. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  // Some elements are enabled by a script.
  await expect(target).toBeEnabled()
  for (let presses = 0; presses < 160; presses += pressesAtOnce) {
    if (await target.evaluate(holdFocus)) return
    // As when the key is held down. None waits for the answer to the one before.
    await Promise.all(Array.from({ length: pressesAtOnce }, () => page.keyboard.down('Tab')))
    await page.keyboard.up('Tab')
  }
  throw new Error('The keyboard does not reach it.')
}

/**
 * Makes the page ignore presses of Tab from when they have reached the element until the next call. Runs
 * in the page, so it refers to nothing outside itself.
 *
 * @returns whether it has the focus already; then nothing is ignored
 */
function holdFocus(element: Element): boolean {
  const watched = window as unknown as { ignoreTab?: (event: KeyboardEvent) => void }
  if (watched.ignoreTab) removeEventListener('keydown', watched.ignoreTab, true)
  delete watched.ignoreTab
  if (element === document.activeElement) return true
  watched.ignoreTab = (event) => {
    if (event.key !== 'Tab' || element !== document.activeElement) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  addEventListener('keydown', watched.ignoreTab, true)
  return false
}

/** Moves to a button or link and presses it. */
export async function pressControl(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Moves to a field and replaces its value. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** axe's violations, including frames. Only for frames does axe have to combine results. */
export async function findFaults(page: Page): Promise<string[]> {
  if (page.frames().length === 1) return findViolations(page.mainFrame())
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)
}

const widths = [1280, 320, 768] as const

/** How often a page was checked. */
const checks = new WeakMap<Page, number>()

/**
 * Fails for horizontal overflow at each width, and for axe violations at one of them: the first call on a
 * page looks at a computer's, the second at a phone's, the third at a tablet's. axe takes two fifths of the
 * time of a journey if it looks at all three, and the crawl of screens.spec.ts does.
 */
export async function checkScreen(page: Page): Promise<void> {
  const before = page.viewportSize()
  const count = checks.get(page) ?? 0
  checks.set(page, count + 1)
  const seen = widths[count % widths.length]
  // Without animations, so that nothing is half visible.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 720 })
    const faults = width === seen ? await findFaults(page) : []
    const overrun = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect({ width, faults, overrun }).toEqual({ width, faults: [], overrun: 0 })
  }
  await page.emulateMedia({ reducedMotion: null })
  if (before) await page.setViewportSize(before)
}

/** Controls that something else covers while they have the focus. */
export const findCovered = (within: Locator): Promise<string[]> =>
  within
    .locator('input:enabled, textarea:enabled, select:enabled, button:enabled, summary, a')
    .filter({ visible: true })
    .evaluateAll((controls) =>
      controls.flatMap((control) => {
        // An element of a picture that was redrawn since it was found.
        if (!(control instanceof HTMLElement) || !control.isConnected) return []
        // An element of an inert picture can't have the focus.
        const root = control.getRootNode()
        if ((root instanceof ShadowRoot ? root.host : control).closest('[inert]')) return []
        control.focus()
        const target = control.closest('label') ?? control
        // The middle of a link over two lines is on neither of them.
        const [first] = target.getClientRects()
        const { left, top, width, height } = first ?? target.getBoundingClientRect()
        const found = document.elementFromPoint(left + width / 2, top + height / 2)
        const name = control.getAttribute('name') ?? control.innerText
        return target.contains(found) ? [] : [`${name} below ${found?.className ?? 'the edge'}`]
      }),
    )

/** The different heights of elements, in whole pixels. */
export const heightsOf = (controls: Locator): Promise<number[]> =>
  controls.evaluateAll((all) => [
    ...new Set(all.map((one) => Math.round(one.getBoundingClientRect().height))),
  ])

/** One of a nudge’s settings. */
export const openPanel = (page: Page, name: string) =>
  pressControl(
    page,
    page
      .getByRole('navigation', { name: 'Nudge settings' })
      .getByRole('link', { name: new RegExp(`^${name}`) }),
  )
