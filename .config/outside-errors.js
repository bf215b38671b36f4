/**
 * A Vitest reporter: keeps the errors thrown outside of every test, which Vitest's own JSON report
 * leaves out.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './steps.js'

/** A JSON array of texts. */
export const outsideErrorsFile = path.join(root, '.cache/vitest-errors.json')

/** @typedef {{ name?: string, message?: string, stack?: string }} ThrownError */

export default class OutsideErrors {
  /** @param {readonly unknown[]} _modules @param {readonly ThrownError[]} errors */
  onTestRunEnd(_modules, errors) {
    const texts = errors.map(({ name, message, stack }) => stack ?? `${name}: ${message}`)
    mkdirSync(path.dirname(outsideErrorsFile), { recursive: true })
    writeFileSync(outsideErrorsFile, JSON.stringify(texts))
  }
}
