/** `npm test`: every check and every test, one after the other, and one line with the sum. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ensureChromium } from './chromium.js'
import { ensureBuilt, root, StepFailed } from './steps.js'

/** @typedef {{ passed: number, failed: number, failures?: string[] }} Sum failures: told again at the end */
/** @typedef {{ part: string, heading: string, run: () => Promise<Sum> }} Stage */

/**
 * @typedef {object} VitestFile
 * @property {string} name
 * @property {string} status
 * @property {string} message
 * @property {{ status: string, fullName: string, failureMessages: string[] }[]} assertionResults
 */

/**
 * @typedef {object} PlaywrightSpec
 * @property {boolean} ok
 * @property {string} file
 * @property {number} line
 * @property {string} title
 * @property {{ results: { errors: { message?: string }[] }[] }[]} tests
 */

/** @typedef {{ specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite */

const inRoot = (/** @type {string} */ name) => path.join(root, name)
const bin = (/** @type {string} */ name) => inRoot(`node_modules/${name}`)

const lintCache = ['--cache', '--cache-location', '.cache/eslint', '--cache-strategy', 'content']
const formatCache = [
  '--cache',
  '--cache-location',
  '.cache/prettier',
  '--cache-strategy',
  'content',
]

/** @type {Stage[]} */
const stages = [
  check('Format', bin('prettier/bin/prettier.cjs'), [
    ...['--check', '--config', '.config/prettier.json', '--log-level', 'warn'],
    ...formatCache,
    '.',
  ]),
  check('Lint', bin('eslint/bin/eslint.js'), [
    ...['--config', '.config/eslint.js', '--max-warnings', '0'],
    ...lintCache,
    ...['app', 'tests', 'bench', '.config', 'vite.config.ts', 'remix.config.js'],
  ]),
  check('Types', bin('typescript/bin/tsc'), ['--noEmit', '-p', '.']),
  check('Import rules', bin('dependency-cruiser/bin/dependency-cruise.mjs'), [
    ...['--config', '.config/dependency-rules.cjs', '--output-type', 'err-long'],
    ...['app', 'tests', 'bench'],
  ]),
  check('Dead code', bin('knip/bin/knip.js'), ['--config', '.config/knip.json', '--no-progress']),
  check('Lock file', inRoot('.config/lock-file.js'), []),
  check('Size of the pixel', inRoot('.config/pixel-size.js'), []),
  check('Size of the dashboard', inRoot('.config/dashboard-size.js'), []),
  { part: 'unit', heading: 'Unit tests', run: () => vitest('unit') },
  {
    part: 'product',
    heading: 'Product tests on PGlite and on PostgreSQL',
    run: () => vitest('product:*'),
  },
  { part: 'browser', heading: 'Browser tests', run: playwright },
]

const parts = ['check', 'unit', 'product', 'browser']

/**
 * @param {string[]} wanted parts to run; none means all
 * @returns {Promise<number>} the exit code
 */
export async function runTests(wanted) {
  const unknown = wanted.find((part) => !parts.includes(part))
  if (unknown) throw new StepFailed(`${unknown} is no part of the tests: ${parts.join(', ')}.`)

  const built = await stage({ part: '', heading: 'Build', run: buildAll })
  const sums = [built]
  for (const one of stages) {
    if (wanted.length === 0 || wanted.includes(one.part)) sums.push(await stage(one))
  }

  const passed = sums.reduce((sum, one) => sum + one.passed, 0)
  const failed = sums.reduce((sum, one) => sum + one.failed, 0)
  // Who sees only the end of a long output finds here what has to be mended.
  for (const failure of sums.flatMap((one) => one.failures ?? [])) writeLine(`\n✘ ${failure}`)
  writeLine(`\n${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

/** @param {Stage} stage @returns {Promise<Sum>} */
async function stage({ heading, run }) {
  writeLine(`\n── ${heading} ──`)
  const began = Date.now()
  const sum = await run().catch((error) => {
    const message = error instanceof StepFailed ? error.message : String(error?.stack ?? error)
    writeLine(message)
    return { passed: 0, failed: 1, failures: [`${heading}: ${message}`] }
  })
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  writeLine(`${heading}: ${sum.passed} passed, ${sum.failed} failed (${seconds} s)`)
  return sum
}

async function buildAll() {
  await ensureBuilt()
  return { passed: 1, failed: 0 }
}

/**
 * A tool that says yes or no by its exit code counts as one.
 *
 * @param {string} heading @param {string} file @param {string[]} args @returns {Stage}
 */
function check(heading, file, args) {
  const run = async () =>
    (await node([file, ...args])) === 0
      ? { passed: 1, failed: 0 }
      : { passed: 0, failed: 1, failures: [heading] }
  return { part: 'check', heading, run }
}

/** @param {string} project @returns {Promise<Sum>} */
async function vitest(project) {
  const report = inRoot('.cache/vitest.json')
  rmSync(report, { force: true })
  const code = await node([
    ...[bin('vitest/vitest.mjs'), 'run', '--config', 'tests/vitest.config.ts'],
    ...['--project', project],
    ...['--reporter', 'default', '--reporter', 'json', '--outputFile.json', report],
  ])
  const { numPassedTests, numFailedTests, testResults } = readReport(report)
  // A file that can't be loaded holds no test that could fail.
  const broken = testResults.filter(
    (/** @type {VitestFile} */ file) =>
      file.status === 'failed' && file.assertionResults.length === 0,
  )
  return outcomeOf(numPassedTests, numFailedTests + broken.length, code, [
    ...broken.map((/** @type {VitestFile} */ file) => `${file.name}\n${start(file.message)}`),
    ...testResults.flatMap((/** @type {VitestFile} */ file) =>
      file.assertionResults
        .filter((test) => test.status === 'failed')
        .map(
          (test) => `${file.name} > ${test.fullName}\n${start(test.failureMessages.join('\n'))}`,
        ),
    ),
  ])
}

/** @returns {Promise<Sum>} */
async function playwright() {
  await ensureChromium()
  const report = inRoot('.cache/playwright.json')
  rmSync(report, { force: true })
  const code = await node([
    ...[bin('playwright/cli.js'), 'test', '--config', 'tests/playwright.config.ts'],
  ])
  const { stats, errors, suites } = readReport(report)
  return outcomeOf(stats.expected, stats.unexpected + stats.flaky + errors.length, code, [
    ...errors.map((/** @type {{ message?: string }} */ error) => start(error.message ?? '')),
    ...suites.flatMap(failuresOf),
  ])
}

/** @param {PlaywrightSuite} suite @returns {string[]} */
function failuresOf({ specs = [], suites = [] }) {
  const failed = specs.filter((spec) => !spec.ok)
  return [
    ...failed.map((spec) => {
      const errors = spec.tests.flatMap((test) => test.results.flatMap((result) => result.errors))
      const messages = errors.map((error) => error.message ?? '')
      return `${spec.file}:${spec.line} > ${spec.title}\n${start(messages.join('\n'))}`
    }),
    ...suites.flatMap(failuresOf),
  ]
}

/** @param {string} message @returns {string} its first lines */
const start = (message) => message.split('\n').slice(0, 20).join('\n')

/**
 * An error outside of every test ends a runner with a failure that no test accounts for.
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

/** @param {string[]} args @returns {Promise<number>} */
function node(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('error', reject)
    child.once('exit', (code) => {
      resolve(code ?? 1)
    })
  })
}

/** @param {string} line */
const writeLine = (line) => process.stdout.write(`${line}\n`)
