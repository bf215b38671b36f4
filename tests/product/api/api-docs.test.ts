/** The page of documentation is made of the description, and the same for everyone. */
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { abilities } from '#app/domain/tokens/token.ts'
import { createWorld } from '../../support/world.ts'

async function openDocs(headers: Record<string, string> = {}) {
  const world = await createWorld()
  const { owner } = await world.site({ name: 'Kettle shop' })
  const { fetch } = await world.serve()
  const ask = async (more: Record<string, string> = headers) => {
    const answer = await fetch('/api/docs', { headers: more })
    return { answer, page: await answer.text() }
  }
  const described = (await (await fetch('/api/v1/openapi.json')).json()) as {
    paths: Record<string, Record<string, { operationId?: string; summary?: string }>>
  }
  const operations = Object.entries(described.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { operationId, summary }]) =>
      operationId === undefined ? [] : [{ path, method, operationId, summary: summary ?? '' }],
    ),
  )
  return { world, owner, ask, operations }
}

test('every operation has its anchor, a link to it and a command', async () => {
  const { ask, operations } = await openDocs()

  const { page } = await ask()

  for (const { operationId, method, path } of operations) {
    expect(page).toContain(`id="${operationId}"`)
    expect(page).toContain(`href="#${operationId}"`)
    expect(page).toContain(`>${method.toUpperCase()}</span>`)
    expect(page.replaceAll('<wbr/>', '')).toContain(path)
  }
  expect(page.match(/curl /g)?.length).toBeGreaterThanOrEqual(operations.length)
  for (const ability of abilities) expect(page).toContain(`<dt>${ability}</dt>`)
  for (const id of ['quick-start', 'errors', 'limits', 'pagination', 'idempotency']) {
    expect(page).toContain(`<h2 id="${id}">`)
  }
})

test('every link within the page leads somewhere, and no name is given twice', async () => {
  const { page } = await (await openDocs()).ask()

  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)

  expect(links.filter((id) => !ids.includes(id))).toEqual([])
  expect(ids).toEqual([...new Set(ids)])
})

test('the page is small, and loads and runs nothing', async () => {
  const { answer, page } = await (await openDocs()).ask()

  const style = /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  const policy = answer.headers.get('Content-Security-Policy') ?? ''
  expect(gzipSync(page).length).toBeLessThan(60 * 1024)
  expect(page).not.toMatch(/<(?:script|link|img|iframe|object)\b|@import|url\(/)
  expect(policy).toContain(`style-src 'sha256-${hash}'`)
  expect(policy).not.toContain('script-src')
})

test('people who are logged in get the same page as everyone else', async () => {
  const { owner, ask } = await openDocs()

  const [stranger, member] = [await ask({}), await ask({ Cookie: owner.cookie })]

  expect(member.page).toBe(stranger.page)
  expect(member.answer.headers.get('Set-Cookie')).toBeNull()
  expect(member.answer.headers.get('Cache-Control')).toContain('public')
  for (const secret of [owner.name, owner.email, 'Kettle shop']) {
    expect(member.page).not.toContain(secret)
  }
})

test('the page of API tokens leads to it', async () => {
  const { world, owner } = await openDocs()
  const { fetch } = await world.serve()

  const page = await (
    await fetch('/account/api-tokens', { headers: { Cookie: owner.cookie } })
  ).text()

  expect(page).toContain('href="/api/docs"')
})
