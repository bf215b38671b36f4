import { expect, test } from 'vitest'
import { createPageHandler } from '#app/server/remix.server.ts'
import { routeBuild } from '../../support/route-build.ts'
import { createWorld, type RouteVisit } from '../../support/world.ts'

/** The product with one loader that throws. */
async function breakLoader(route: string, error: unknown) {
  const world = await createWorld()
  const build = await routeBuild()
  const broken = build.routes[route]
  if (!broken) throw new Error(`There is no route ${route}.`)
  broken.module = {
    ...broken.module,
    loader: () => {
      throw error
    },
  }
  const pages = createPageHandler(build, 'production')
  const ask = (path: string, visit?: RouteVisit) => {
    const { request, context } = world.visit(path, visit)
    return pages(request, context)
  }
  return { world, ask }
}

const bug = () => new Error('column users.secret_note does not exist')

const outage = () =>
  new Error('Failed query', { cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }) })

test('a bug behind a page shows our sentence and a reference, and nothing of itself', async () => {
  const { world, ask } = await breakLoader('routes/auth/login', bug())

  const response = await ask('/auth/login')

  const page = await response.text()
  expect(response.status).toBe(500)
  expect(page).toContain('Something went wrong. Please try again or contact customer support.')
  expect(page).toContain('test-request')
  expect(page).not.toContain('secret_note')
  expect(page).not.toMatch(/\.tsx?:\d+/)
  expect(world.takeErrors()).toMatchObject([{ requestId: 'test-request', msg: 'failed' }])
})

test('a bug behind a call is a problem of status 500 with the same reference', async () => {
  const { world, ask } = await breakLoader('routes/api/description/openapi', bug())

  const response = await ask('/api/v1/openapi.json')

  expect(response.status).toBe(500)
  expect(response.headers.get('Content-Type')).toBe('application/problem+json')
  expect(await response.json()).toMatchObject({
    status: 500,
    request_id: 'test-request',
    errors: {},
  })
  expect(world.takeErrors()).toHaveLength(1)
})

test.each(['/auth/login', '/api/v1/openapi.json'])(
  'while the database is away %s says when to come back',
  async (path) => {
    const route = path === '/auth/login' ? 'routes/auth/login' : 'routes/api/description/openapi'
    const { world, ask } = await breakLoader(route, outage())

    const response = await ask(path)

    expect(response.status).toBe(503)
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(await response.text()).toContain('We’re busy or restarting.')
    expect(world.logged).toContainEqual(expect.objectContaining({ msg: 'unavailable' }))
  },
)

test('a page that does not exist names its path', async () => {
  const { ask } = await breakLoader('routes/auth/login', bug())

  const response = await ask('/no/such/page')

  expect(response.status).toBe(404)
  expect(await response.text()).toContain('Page Not Found: /no/such/page')
})

const browser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
/** Below both parts of the API. */
const missingCalls = ['/api/nothing', '/api/v1/nothing']

test.each(missingCalls)('a person who opens %s gets the not-found page', async (path) => {
  const { fetch } = await (await createWorld()).serve()

  for (const method of ['GET', 'POST']) {
    const response = await fetch(path, { method, headers: browser })

    expect(response.status).toBe(404)
    expect(response.headers.get('Content-Type')).toContain('text/html')
    const page = await response.text()
    expect(page).toContain(`<h1 class="error-page__message">Page Not Found: ${path}</h1>`)
  }
})

test.each(missingCalls)('a program that calls %s gets a problem', async (path) => {
  const { fetch } = await (await createWorld()).serve()

  for (const method of ['GET', 'POST', 'PUT']) {
    const response = await fetch(path, { method, headers: { Accept: '*/*' } })

    expect(response.status).toBe(404)
    expect(response.headers.get('Content-Type')).toBe('application/problem+json')
    expect(await response.json()).toMatchObject({
      status: 404,
      title: 'Not found',
      detail: `No call is at ${method} ${path}. /api/docs lists all calls.`,
      message: `No call is at ${method} ${path}. /api/docs lists all calls.`,
    })
  }
})

test('a link to an unknown call shows the not-found page without a reload', async () => {
  const { fetch } = await (await createWorld()).serve()

  const response = await fetch('/api/nothing.data', { headers: { Accept: '*/*' } })

  expect(response.status).toBe(404)
  const answer = await response.text()
  expect(answer).toContain('Page Not Found: /api/nothing')
  // As data: Remix hands on other types as a text, and the page would have no sentence.
  expect(answer).not.toContain('{\\"')
})
