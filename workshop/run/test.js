/** `npm test`: every check and every test, where the time went, and one line with the sum. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { ensureBuilt, root, StepFailed } from './steps.js'
import { timeTable } from './test-report.js'
import { bin, playwright, vitest } from './test-runners.js'

/** @typedef {import('./test-report.js').Sum} Sum */
/** @typedef {import('./test-report.js').Outcome} Outcome */
/** @typedef {import('./test-runners.js').RunNode} RunNode */
/** @typedef {{ part: string, heading: string, run: (node: RunNode) => Promise<Sum> }} Stage */

const inRoot = (/** @type {string} */ name) => path.join(root, name)

/** On a machine for automated checks the first failure decides. A person wants to see all of them. */
const stopsEarly = Boolean(process.env.CI)

/**
 * Each of them keeps one core busy, so two run at the same time, first those that are quick and fail often.
 * The stages after these need the build.
 *
 * @type {Stage[]}
 */
const pairedStages = [
  check('Format', bin('oxfmt/bin/oxfmt'), ['--check', '.']),
  check('Lock file', inRoot('.config/lock-file.js'), []),
  check('Import rules', bin('dependency-cruiser/bin/dependency-cruise.mjs'), [
    ...['--config', '.config/dependency-rules.cjs', '--output-type', 'err-long'],
    ...['app', 'tests', 'workshop'],
  ]),
  check('Types', bin('typescript-native/bin/tsc'), ['--noEmit', '-p', '.']),
  // Repository tests read the build, so it isn't the last stage before them.
  { part: '', heading: 'Build', run: buildAll },
  check('Lint', bin('oxlint/bin/oxlint'), [
    ...['-c', 'oxlint.config.js', 'app', 'tests', 'workshop', 'extensions', '.config'],
    ...['vite.config.ts', 'remix.config.js', 'oxlint.config.js'],
  ]),
  check('Dead code', bin('knip/bin/knip.js'), ['--config', '.config/knip.json', '--no-progress']),
  // Files of the product that only tests or the workshop use.
  check('Dead files', bin('knip/bin/knip.js'), [
    ...['--config', '.config/knip.json', '--no-progress', '--production', '--include', 'files'],
  ]),
  {
    part: 'unit',
    heading: 'Repository tests',
    run: (node) => vitest('unit:repository', node, ['--maxWorkers', '1']),
  },
]

/**
 * The pixel's tests wait for the page's clock, so they leave a third of two cores to the unit tests.
 *
 * @type {Stage[]}
 */
const stagesOfBuild = [
  check('Size of the pixel', inRoot('.config/pixel-size.js'), []),
  check('Size of the dashboard', inRoot('.config/dashboard-size.js'), []),
  {
    part: 'unit',
    heading: 'Unit tests',
    run: (node) => vitest('unit', node, ['--project', 'unit:page']),
  },
  {
    part: 'browser',
    heading: 'Browser tests of the pixel',
    run: (node) => playwright(['pixel'], node),
  },
]

/** @type {Stage[]} */
const stages = [
  {
    part: 'product',
    heading: 'Product tests on PostgreSQL, and on PGlite',
    run: (node) => vitest('product:*', node),
  },
  {
    part: 'browser',
    heading: 'Browser tests of journeys and extensions',
    run: (node) => playwright(['extensions', 'e2e'], node),
  },
]

const parts = ['check', 'unit', 'product', 'browser']

/**
 * @param {string[]} wanted parts to run; none means all
 * @returns {Promise<number>} the exit code
 */
export async function runTests(wanted) {
  const unknown = wanted.find((part) => !parts.includes(part))
  if (unknown) throw new StepFailed(`${unknown} is no part of the tests: ${parts.join(', ')}.`)

  /** @param {Stage} stage */
  const isWanted = ({ part }) => part === '' || wanted.length === 0 || wanted.includes(part)
  const began = Date.now()
  const outcomes = await runTwoAtOnce(pairedStages.filter(isWanted))
  if (!isDecided(outcomes)) outcomes.push(...(await runTwoAtOnce(stagesOfBuild.filter(isWanted))))
  for (const stage of stages.filter(isWanted)) {
    if (isDecided(outcomes)) break
    writeLine(heading(stage))
    outcomes.push(await runStage(stage, runShown))
  }

  const passed = outcomes.reduce((sum, one) => sum + one.passed, 0)
  const failed = outcomes.reduce((sum, one) => sum + one.failed, 0)
  // Repeated here, so the end of a long output shows what has to be fixed.
  for (const failure of outcomes.flatMap((one) => one.failures ?? [])) writeLine(`\n✘ ${failure}`)
  writeLine(`\n${timeTable(outcomes, (Date.now() - began) / 1000)}`)
  writeLine(`\n${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

/** @param {Outcome[]} outcomes so far @returns {boolean} */
const isDecided = (outcomes) => stopsEarly && outcomes.some(({ failed }) => failed > 0)

/** @param {Stage[]} wanted @returns {Promise<Outcome[]>} in the order of their ends */
async function runTwoAtOnce(wanted) {
  /** @type {Outcome[]} */
  const outcomes = []
  const waiting = [...wanted]
  const lane = async () => {
    while (!isDecided(outcomes)) {
      const stage = waiting.shift()
      if (!stage) return
      outcomes.push(await runStage(stage, (args) => runHeld(args, heading(stage))))
    }
  }
  await Promise.all([lane(), lane()])
  return outcomes
}

/** @param {Stage} stage @param {RunNode} node @returns {Promise<Outcome>} */
async function runStage({ heading, run }, node) {
  const began = Date.now()
  const sum = await run(node).catch((error) => {
    const message = error instanceof StepFailed ? error.message : String(error?.stack ?? error)
    writeLine(message)
    return { passed: 0, failed: 1, failures: [`${heading}: ${message}`] }
  })
  const seconds = (Date.now() - began) / 1000
  writeLine(`${heading}: ${sum.passed} passed, ${sum.failed} failed (${seconds.toFixed(1)} s)`)
  return { ...sum, heading, seconds }
}

async function buildAll() {
  await ensureBuilt()
  return { passed: 1, failed: 0 }
}

/**
 * A tool with only an exit code counts as one check.
 *
 * @param {string} heading @param {string} file @param {string[]} args @returns {Stage}
 */
function check(heading, file, args) {
  /** @param {RunNode} node @returns {Promise<Sum>} */
  const run = async (node) =>
    (await node([file, ...args])) === 0
      ? { passed: 1, failed: 0 }
      : { passed: 0, failed: 1, failures: [heading] }
  return { part: 'check', heading, run }
}

/** @type {RunNode} */
const runShown = (args) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })

/**
 * Shows the output at the end, because the output of two would mix.
 *
 * @param {string[]} args @param {string} above @returns {Promise<number>}
 */
function runHeld(args, above) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let written = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (written += text))
    }
    child.once('error', reject)
    // Not at the exit: output may still be on its way then.
    child.once('close', (code) => {
      writeLine(`${above}${written === '' ? '' : `\n${written.trimEnd()}`}`)
      resolve(code ?? 1)
    })
  })
}

/** @param {Stage} stage */
const heading = (stage) => `\n── ${stage.heading} ──`

/** @param {string} line */
const writeLine = (line) => process.stdout.write(`${line}\n`)
