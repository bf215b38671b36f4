/** Each feature flag is asked about somewhere, or is listed as not built. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { featureFlags } from './feature-flags.ts'

/** Where gates can be: everything that runs in the product, without the plans' own files. */
function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sources(path)
    return /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) ? [path] : []
  })
}

const code = sources('app')
  .filter((path) => !/plans\/(catalog|feature-flags|entitlements)\.ts$/.test(path))
  .filter((path) => !path.includes('presenters/session-calls/'))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')

/** Whole groups, whose gate is one for all of their flags. */
const groupGates: Record<string, RegExp> = {
  nudges: /(includes|neededPlan)\(nudgeFlag\(/,
  inline_nudges: /(includes|neededPlan)\(nudgeFlag\(/,
  options: /includes\(`options\.\$\{option\}`\)/,
  nudge_query_options: /includes\(`nudge_query_options\.\$\{option\}`\)/,
}

/** Providers share one gate. Each of these integrations has a separate one. */
const direct = ['form_submissions', 'google_shopping', 'javascript', 'rest_api', 'vitals', 'zapier']
const providerGate = /neededPlan\(`integrations\.\$\{integration\.name\}`\)/

test.each(featureFlags)('%s', (flag) => {
  const [group = '', name] = flag.split('.', 2)
  if (group === 'integrations' && name !== undefined && !direct.includes(name)) {
    expect(code).toMatch(providerGate)
    return
  }
  const gate = groupGates[group]
  if (gate) {
    expect(code).toMatch(gate)
    return
  }
  if (code.includes(`'${flag}'`)) return
  const row = readFileSync('docs/spec-map.md', 'utf8')
    .split('\n')
    .find((line) => line.startsWith('| Plan features') && line.includes(flag))
  expect(row).toMatch(/\| not yet/)
})
