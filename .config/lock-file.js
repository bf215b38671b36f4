/**
 * Checks package-lock.json: complete for every platform (npm/cli issue 9846), without download
 * URLs, with exact versions, and above the versions that security advisories name.
 */
import { readFileSync } from 'node:fs'

/** @typedef {{ version?: string, resolved?: string, link?: boolean, optionalDependencies?: Record<string, string> }} Entry */

const { packages } = JSON.parse(
  readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'),
)
/** @type {[string, Entry][]} */
const entries = Object.entries(packages)

/** GHSA-2w69-qvjg-hvjx, GHSA-8v8x-cx79-35w7, GHSA-9583-h5hc-x8cw. The first match counts. */
const floors = [
  { name: /^@remix-run\/router$/, oldest: '1.23.2' },
  // The router and web-* packages have version numbers of their own.
  { name: /^@remix-run\/(?!web-)/, oldest: '2.17.4' },
]

/** @type {Record<string, string>} */
const chosen = { ...packages[''].dependencies, ...packages[''].devDependencies }

const faults = [
  ...Object.entries(chosen)
    .filter(([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name} is wanted as ${version}, which is no exact version.`),
  ...entries.flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter(
        (name) =>
          !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
      )
      .map((name) => `${path} wants ${name}, which the lock file lacks: npm ci would refuse it.`),
  ),
  ...entries
    .filter(([, { resolved, link }]) => resolved !== undefined && !link)
    .map(
      ([path]) => `${path} carries a download address (.npmrc: omit-lockfile-registry-resolved).`,
    ),
  ...entries.flatMap(([path, { version = '' }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const floor = floors.find((one) => one.name.test(name))
    return floor && isOlder(version, floor.oldest)
      ? [`${name} ${version} is older than ${floor.oldest}.`]
      : []
  }),
]

for (const fault of faults) process.stderr.write(`${fault}\n`)
process.stdout.write(`${entries.length} packages, ${faults.length} faults\n`)
process.exitCode = faults.length === 0 ? 0 : 1

/** @param {string} version @param {string} floor */
function isOlder(version, floor) {
  const [left, right] = [version, floor].map((text) => text.split('.').map(Number))
  const at = [0, 1, 2].find((index) => left?.[index] !== right?.[index])
  return at !== undefined && (left?.[at] ?? 0) < (right?.[at] ?? 0)
}
