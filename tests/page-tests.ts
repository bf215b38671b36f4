/** The unit tests that run in a page, as Happy DOM builds it. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** @returns paths from the root of the repository of the test files that begin with an environment, sorted */
export const listPageTests = (): string[] =>
  ['app', 'workshop', 'tests/extensions']
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name}`,
      ),
    )
    .filter((name) => /\.test\.tsx?$/.test(name))
    .filter((name) =>
      readFileSync(path.join(root, name), 'utf8').startsWith('// @vitest-environment '),
    )
    .sort()
