/** axe in one document. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame } from 'playwright/test'

/** The version that AxeBuilder has. */
const axePath = createRequire(
  createRequire(import.meta.url).resolve('@axe-core/playwright'),
).resolve('axe-core/axe.min.js')
const source = readFileSync(axePath, 'utf8')

type Result = { id: string; nodes: { html: string }[] }
type Axe = {
  run: (
    context: Document | { include: string[] },
    options: object,
  ) => Promise<{ violations: Result[]; passes: Result[] }>
}

/**
 * A line for each rule that the frame's own document breaks. AxeBuilder takes several times as long: it
 * loads axe for each look, and describes whatever passes.
 */
export const findViolations = async (frame: Frame): Promise<string[]> =>
  (await look(frame, null)).violations

/**
 * The same for one element and what is in it.
 *
 * @throws when no rule passes, because then there is nothing to look at
 */
export async function findViolationsWithin(frame: Frame, selector: string): Promise<string[]> {
  const { violations, passes } = await look(frame, selector)
  if (passes === 0) throw new Error(`axe finds nothing in ${selector}.`)
  return violations
}

async function look(frame: Frame, selector: string | null) {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source)
  return frame.evaluate(async (within) => {
    // The first frame of a transition still has the color before, of a disabled button for example, and
    // a message that is fading in is pale. Spinners never end.
    const isEnding = ({ effect }: Animation) => effect?.getComputedTiming().endTime !== Infinity
    const ending = document.getAnimations().filter(isEnding)
    await Promise.allSettled(ending.map(({ finished }) => finished))
    const { axe } = window as unknown as { axe: Axe }
    // A line shows the element itself. Selectors would take a quarter of the time.
    const options = { iframes: false, resultTypes: ['violations'], selectors: false }
    const context = within === null ? document : { include: [within] }
    const { violations, passes } = await axe.run(context, options)
    return {
      violations: violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`),
      passes: passes.length,
    }
  }, selector)
}
