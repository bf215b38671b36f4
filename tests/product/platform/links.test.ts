/** Every address that a screen, an email or a redirect leads to is one that is built. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listAddresses } from '../../support/route-build.ts'

/** `to="/x"`, `to: '/x'`, `redirect('/x')`, and addresses of emails after the product's origin. */
const target =
  /(?:\b(?:to|url|href|path|goTo|address)(?:=|: )\{?|\bredirect\()["'`](?:\$\{appUrl\})?(\/[a-z](?:[\w/-]|(?<=\/)\$\{[^}]*\})*)|\$\{(?:config\.)?appUrl\}(\/[a-z](?:[\w/-]|(?<=\/)\$\{[^}]*\})*)/g

const links = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .map((name) => `app/${name}`)
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|app\/(?:pixel|cli)\//.test(name))
  .flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(target)].map(([, path, inEmail]) => ({
      file,
      path: (path ?? inEmail ?? '').replace(/\/$/, ''),
    })),
  )
  // Served outside of the table: the pixel's script, images, files, the demo shop.
  .filter(({ path }) => !/^\/(?:js|image|api|demo|assets|hooks|metrics|health)\b/.test(path))

const patternOf = (path: string) => path.replaceAll(/:\w+\??/g, '[^/]+')

const built = listAddresses().map(({ path }) => new RegExp(`^${patternOf(path)}(?:/|$)`))

test('links are found', () => {
  expect(links.length).toBeGreaterThan(60)
  expect(links.map(({ path }) => path)).toContain('/statistics/effect')
  expect(links.map(({ path }) => path)).toContain('/settings/teams/${String(teamId)}/plan')
})

test('every link leads to a screen that is built', () => {
  const dead = links.filter(({ path }) => !built.some((pattern) => pattern.test(path)))

  expect(dead).toEqual([])
})
