/** URLs that no route can answer: a person who opens one gets the error page, a program gets data. */
import { expect, test } from 'vitest'
import { createWorld } from '../../support/world.ts'

const browser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test('a person who opens a broken URL gets the error page', async () => {
  const world = await createWorld()
  const site = await world.site()
  const { fetch } = await world.serve()

  for (const [path, status, message] of [
    // Cut in the middle of a character, for example by an email program.
    ['/%E0%A4%A', 404, 'Page Not Found: /%E0%A4%A'],
    ['/a%ff', 404, 'Page Not Found: /a%ff'],
    ['/a%00b', 404, 'Page Not Found: /a%00b'],
    ['/a%5Cb', 404, 'Page Not Found: /a%5Cb'],
    ['/goals/%', 404, 'Page Not Found: /goals/%'],
    ['/api/%zz', 404, 'Page Not Found: /api/%zz'],
    ['/goals?_data=x', 400, 'The parameter _data isn’t supported.'],
    // Found by the router, but without a screen of its own.
    ['/statistics/export?table=zz', 404, 'Page Not Found: /statistics/export'],
    ['/billing/invoices/none.pdf', 404, 'Page Not Found: /billing/invoices/none.pdf'],
  ] as const) {
    const headers = { ...browser, Cookie: site.owner.cookie }
    const response = await fetch(path, { headers })
    const page = await response.text()

    expect(response.status, path).toBe(status)
    expect(response.headers.get('Content-Type'), path).toContain('text/html')
    expect(page, path).toContain(`<h1 class="error-page__message">${message}</h1>`)
    expect(page, path).toMatch(/<a [^>]*href="\/"[^>]*>.*Go back/)
    // Scripts would compare the URL with the one that was drawn, and load the page again and again.
    expect(page, path).not.toContain('<script')
    expect(page, path).not.toContain('inert')

    const data = await fetch(path, { headers: { ...headers, Accept: '*/*' } })
    expect(data.status, path).toBe(status)
    expect(data.headers.get('Content-Type'), path).toMatch(/json/)
  }
  expect(world.takeErrors()).toEqual([])
})

test('a person whose form is refused for where it came from gets the error page', async () => {
  const { fetch } = await (await createWorld()).serve()

  const response = await fetch('/auth/login', {
    method: 'POST',
    headers: { ...browser, Origin: 'https://elsewhere.example' },
    body: new URLSearchParams({ email: 'ann@shop.example' }),
  })

  expect(response.status).toBe(403)
  expect(await response.text()).toContain('Cross-site request blocked.</h1>')
})

test('an unknown method says in its headers what is allowed, with the page too', async () => {
  const { fetch } = await (await createWorld()).serve()

  const response = await fetch('/', { method: 'PROPFIND', headers: browser })

  expect(response.status).toBe(405)
  expect(response.headers.get('Allow')).toContain('GET')
})

test('a bug behind a file is logged once, and a person gets the page with its reference', async () => {
  const world = await createWorld()
  const site = await world.site()
  const { fetch } = await world.serve({
    around: (pages) => (request, context) => {
      // The statistics are read as the team.
      const db = { ...context.services.db, asTeam: () => Promise.reject(new Error('broken')) }
      return pages(request, { ...context, services: { ...context.services, db } })
    },
  })

  const response = await fetch('/statistics/export?table=days', {
    headers: { ...browser, Cookie: site.owner.cookie },
  })

  expect(response.status).toBe(500)
  expect(await response.text()).toContain('Reference for support')
  expect(world.takeErrors()).toHaveLength(1)
})
