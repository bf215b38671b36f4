/** Forms behind a proxy that replaces Host. Tests reach the product by another address than APP_URL, too. */
import { expect, test } from 'vitest'
import { browser } from '../../support/pages.ts'
import { createWorld } from '../../support/world.ts'

const appUrl = 'http://footfall.test'

async function serveShop() {
  const world = await createWorld()
  const { owner } = await world.site()
  const { fetch } = await world.serve()
  const logIn = (headers: Record<string, string>) =>
    fetch('/auth/login', {
      method: 'POST',
      headers,
      body: new URLSearchParams({ email: owner.email, password: owner.password }),
    })
  return { fetch, owner, logIn }
}

test.each([
  ['another Host', {}],
  ['the Host of someone else in X-Forwarded-Host', { 'X-Forwarded-Host': 'evil.example' }],
  ['our Host in X-Forwarded-Host', { 'X-Forwarded-Host': 'footfall.test' }],
])('a login works behind a proxy that sends %s', async (_what, headers) => {
  const { logIn } = await serveShop()

  const answer = await logIn({ Origin: appUrl, 'Sec-Fetch-Site': 'same-origin', ...headers })

  expect(answer.status).toBe(302)
  expect(answer.headers.get('Location')).toBe('/')
})

test('a form for data works there as well', async () => {
  const { fetch, owner } = await serveShop()

  const answer = await fetch('/account/general.data', {
    method: 'POST',
    headers: { Origin: appUrl, Cookie: owner.cookie, 'X-Forwarded-Host': 'evil.example' },
    body: new URLSearchParams({ intent: 'no such' }),
  })

  expect(answer.status).toBe(422)
})

test('another site’s form is refused, also one that claims to be forwarded from there', async () => {
  const { logIn } = await serveShop()
  const evil = { Origin: 'https://evil.example' }

  expect((await logIn(evil)).status).toBe(403)
  expect((await logIn({ ...evil, 'X-Forwarded-Host': 'evil.example' })).status).toBe(403)
})

test.each(['x', 'a.b.c'])(
  'in Shopify’s frame, the token %s of another origin proves nothing and breaks nothing',
  async (token) => {
    const { fetch, owner } = await serveShop()

    for (const path of ['/account/general', '/account/general.data']) {
      const answer = await fetch(`${path}?embedded=1&shop=linen-and-oak.myshopify.com`, {
        method: 'POST',
        headers: {
          Origin: 'https://evil.example',
          Authorization: `Bearer ${token}`,
          Cookie: owner.cookie,
          // Programs get another answer.
          'User-Agent': browser,
        },
        body: new URLSearchParams({ intent: 'profile', name: 'Evil' }),
      })
      expect([path, answer.status]).toEqual([path, 401])
    }
  },
)

test('the framework’s old data parameter is refused', async () => {
  const { fetch, owner } = await serveShop()
  const headers = { Cookie: owner.cookie }

  for (const path of ['/auth/login?_data=root', '/?_data=routes%2Fhome', '/goals.data?_data=x']) {
    expect([path, (await fetch(path, { headers })).status]).toEqual([path, 400])
  }
})
