/**
 * Writes `tests/long-files.ts` from the times that Vitest remembers of the last run of each test file. For after
 * a whole `npm test`: `node workshop/run/long-files.js`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './steps.js'

/** Seconds, on the two cores that the tests are meant for. */
const long = 30

/** @typedef {{ results: [string, { duration: number, failed: boolean }][] }} Remembered */

const folder = path.join(root, 'node_modules/.vite/vitest')
/** @type {Map<string, number>} */
const seconds = new Map()
for (const name of readdirSync(folder)) {
  const file = path.join(folder, name, 'results.json')
  const { results } = /** @type {Remembered} */ (JSON.parse(readFileSync(file, 'utf8')))
  for (const [key, { duration }] of results) {
    // The project, which has colons of its own, comes before the path.
    const test = key.slice(key.lastIndexOf(':') + 1)
    seconds.set(test, Math.max(seconds.get(test) ?? 0, Math.round(duration / 1000)))
  }
}

const rows = [...seconds]
  .filter(([, taken]) => taken >= long)
  .sort(([, one], [, other]) => other - one)
  .map(([test, taken]) => `  '${test}': ${String(taken)},`)

writeFileSync(
  path.join(root, 'tests/long-files.ts'),
  `/**
 * Test files that took ${String(long)} seconds or more when \`node workshop/run/long-files.js\` wrote this, on the slower engine of
 * two. A new machine begins with them, and PGlite runs them only if no shorter test will do.
 */
export const longFiles: Readonly<Record<string, number>> = {
${rows.join('\n')}
}
`,
)
