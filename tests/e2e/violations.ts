/** axe in one document. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame } from 'playwright/test'

/** The version that AxeBuilder has. */
const axePath = createRequire(
  createRequire(import.meta.url).resolve('@axe-core/playwright'),
).resolve('axe-core/axe.min.js')
const source = readFileSync(axePath, 'utf8')

type Axe = {
  run: (options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

/**
 * A line for each rule that the frame's own document breaks. AxeBuilder takes several times as long: it
 * loads axe for each look, and describes whatever passes.
 */
export async function findViolations(frame: Frame): Promise<string[]> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source)
  return frame.evaluate(async () => {
    // The first frame of a transition still has the color before, of a disabled button for example.
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition)
    await Promise.allSettled(transitions.map(({ finished }) => finished))
    const { axe } = window as unknown as { axe: Axe }
    const { violations } = await axe.run({ iframes: false, resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)
  })
}
