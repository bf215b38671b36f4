/** Runs Vitest and Playwright, and reads from their reports what became of each test. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ensureAdminSchema } from './admin-schema.js'
import { ensureChromium } from './chromium.js'
import { ensureNatsServer } from './nats-server.js'
import { root, StepFailed } from './steps.js'

/** @typedef {import('./test-report.js').Sum} Sum */
/** @typedef {import('./test-report.js').TestTime} TestTime */
/** @typedef {(args: string[]) => Promise<number>} RunNode resolves with the exit code */

/**
 * @typedef {object} VitestFile
 * @property {string} name
 * @property {string} status
 * @property {string} message
 * @property {{ status: string, fullName: string, duration?: number | null, failureMessages: string[] }[]} assertionResults
 */

/**
 * @typedef {object} PlaywrightSpec
 * @property {boolean} ok
 * @property {string} file
 * @property {number} line
 * @property {string} title
 * @property {{ results: { duration: number, errors: { message?: string }[] }[] }[]} tests
 */

/** @typedef {{ specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite */

const inRoot = (/** @type {string} */ name) => path.join(root, name)
export const bin = (/** @type {string} */ name) => inRoot(`node_modules/${name}`)

/**
 * @param {string} project @param {RunNode} node @param {string[]} [more] arguments
 * @returns {Promise<Sum>}
 */
export async function vitest(project, node, more = []) {
  if (project.startsWith('unit')) await ensureAdminSchema()
  await ensureNatsServer()
  const report = inRoot('.cache/vitest.json')
  rmSync(report, { force: true })
  const code = await node([
    ...[bin('vitest/vitest.mjs'), 'run', '--config', 'tests/vitest.config.ts'],
    ...['--project', project, ...more],
    ...['--reporter', 'default', '--reporter', 'json', '--outputFile.json', report],
  ])
  const { numPassedTests, numFailedTests, testResults } = readReport(report)
  // A file that can't be loaded contains no test that could fail.
  const broken = testResults.filter(
    (/** @type {VitestFile} */ file) =>
      file.status === 'failed' && file.assertionResults.length === 0,
  )
  const failures = [
    ...broken.map((/** @type {VitestFile} */ file) => `${file.name}\n${start(file.message)}`),
    ...testResults.flatMap((/** @type {VitestFile} */ file) =>
      file.assertionResults
        .filter((test) => test.status === 'failed')
        .map(
          (test) => `${file.name} > ${test.fullName}\n${start(test.failureMessages.join('\n'))}`,
        ),
    ),
  ]
  const sum = outcomeOf(numPassedTests, numFailedTests + broken.length, code, failures)
  return { ...sum, times: testResults.flatMap(timesOfFile) }
}

/** @param {VitestFile} file @returns {TestTime[]} */
const timesOfFile = ({ name, assertionResults }) =>
  assertionResults.map(({ fullName, duration }) => ({
    name: `${path.relative(root, name)} > ${fullName}`,
    seconds: (duration ?? 0) / 1000,
  }))

/** @param {string[]} projects @param {RunNode} node @returns {Promise<Sum>} */
export async function playwright(projects, node) {
  await ensureChromium()
  const report = inRoot('.cache/playwright.json')
  rmSync(report, { force: true })
  const code = await node([
    ...[bin('playwright/cli.js'), 'test', '--config', 'tests/playwright.config.ts'],
    ...projects.flatMap((project) => ['--project', project]),
  ])
  const { stats, errors, suites } = readReport(report)
  /** @type {PlaywrightSpec[]} */
  const specs = suites.flatMap(specsOf)
  const failures = [
    ...errors.map((/** @type {{ message?: string }} */ error) => start(error.message ?? '')),
    ...specs.filter((spec) => !spec.ok).map(failureOf),
  ]
  const sum = outcomeOf(
    stats.expected,
    stats.unexpected + stats.flaky + errors.length,
    code,
    failures,
  )
  return { ...sum, times: specs.map(timeOfSpec) }
}

/** @param {PlaywrightSuite} suite @returns {PlaywrightSpec[]} */
const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)]

/** @param {PlaywrightSpec} spec */
const resultsOf = (spec) => spec.tests.flatMap((test) => test.results)

/** @param {PlaywrightSpec} spec */
function failureOf(spec) {
  const messages = resultsOf(spec).flatMap(({ errors }) => errors.map((error) => error.message))
  return `${spec.file}:${spec.line} > ${spec.title}\n${start(messages.join('\n'))}`
}

/** @param {PlaywrightSpec} spec @returns {TestTime} */
const timeOfSpec = (spec) => ({
  name: `${spec.file} > ${spec.title}`,
  seconds: resultsOf(spec).reduce((sum, { duration }) => sum + duration, 0) / 1000,
})

/** @param {string} message @returns {string} its first lines */
const start = (message) => message.split('\n').slice(0, 20).join('\n')

/**
 * An error outside of all tests makes a runner fail without a failed test.
 *
 * @param {number} passed @param {number} failed @param {number} code @param {string[]} failures
 * @returns {Sum}
 */
const outcomeOf = (passed, failed, code, failures) =>
  failed === 0 && code !== 0
    ? { passed, failed: 1, failures: ['An error outside of every test; see above.'] }
    : { passed, failed, failures }

/** @param {string} file */
function readReport(file) {
  if (!existsSync(file)) throw new StepFailed('The test runner ended without a report.')
  return JSON.parse(readFileSync(file, 'utf8'))
}
