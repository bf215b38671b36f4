/** The end of the output of `npm test`: where the time went. */

/** @typedef {{ name: string, seconds: number }} TestTime */

/**
 * @typedef {object} Sum
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} [failures] repeated at the end
 * @property {TestTime[]} [times] of each test
 */

/** @typedef {Sum & { heading: string, seconds: number }} Outcome of a stage */

const slowestAtMost = 10

/**
 * The stages with their seconds and sums, and the tests that took longest.
 *
 * @param {Outcome[]} outcomes
 * @param {number} seconds from the first stage to the end of the last; two of them may run in
 * parallel
 * @returns {string}
 */
export function timeTable(outcomes, seconds) {
  const passed = outcomes.reduce((sum, one) => sum + one.passed, 0)
  const failed = outcomes.reduce((sum, one) => sum + one.failed, 0)
  const slowest = outcomes
    .flatMap(({ times = [] }) => times)
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, slowestAtMost)
  return [
    ...columns([
      ['Stage', 'Seconds', 'Passed', 'Failed'],
      ...outcomes.map((one) => rowOf(one)),
      rowOf({ heading: 'All', seconds, passed, failed }),
    ]),
    ...(slowest.length > 0 ? ['', `The ${String(slowest.length)} slowest tests, in seconds`] : []),
    ...slowest.map((test) => `${test.seconds.toFixed(1).padStart(7)}  ${test.name}`),
  ].join('\n')
}

/** @param {Outcome} outcome */
const rowOf = ({ heading, seconds, passed, failed }) => [
  heading,
  seconds.toFixed(1),
  String(passed),
  String(failed),
]

/** The first column is left-aligned, numbers are right-aligned. @param {string[][]} rows */
function columns(rows) {
  /** @param {number} at */
  const widthOf = (at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))
  return rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widthOf(at)) : cell.padStart(widthOf(at))))
      .join('  '),
  )
}
