/** The content policy of the frame: what it blocks, what it only reports, and who reads the reports. */
import { expect, test } from 'vitest'
import { frameQuery, linen, createShopifyWorld } from '../../support/shopify/shopify-world.ts'

const path = '/shopify/policy-reports'

async function createFrame(environment: Record<string, string> = {}) {
  const world = await createShopifyWorld(environment)
  const { fetch, baseUrl } = await world.serve()
  const policies = async (address: string) => {
    const { headers } = await fetch(address, { redirect: 'manual' })
    return {
      blocked: headers.get('content-security-policy') ?? '',
      reported: headers.get('content-security-policy-report-only'),
    }
  }
  const report = (body: string, headers: Record<string, string> = {}) =>
    fetch(path, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/csp-report', ...headers },
    })
  const violation = (more: object = {}) =>
    JSON.stringify({
      'csp-report': {
        'document-uri': `${world.services.config.appUrl}/goals?id_token=secret-of-olive`,
        'blocked-uri': 'https://unknown.example/collect?secret-of-olive',
        'effective-directive': 'connect-src',
        ...more,
      },
    })
  const metrics = async () => {
    const { cookie } = await world.confirmedStaff()
    const page = await fetch('/kiosk/metrics', { headers: { Cookie: cookie } })
    return (await page.text()).replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
  }
  return { world, fetch, baseUrl, policies, report, violation, metrics }
}

test('everything is blocked unless it’s set otherwise, and no one reports', async () => {
  const { policies, report, violation, metrics, world } = await createFrame()

  const { blocked, reported } = await policies(world.documentOf('/', world.owner))

  expect(blocked).toContain("default-src 'none'")
  expect(blocked).not.toContain('report')
  expect(reported).toBeNull()
  expect((await report(violation())).status).toBe(404)
  expect(await metrics()).not.toContain('SHOPIFY_CONTENT_POLICY')
})

test('on trial, pages of the frame report what would be blocked, scripts and framing stay blocked', async () => {
  const { policies, world } = await createFrame({ SHOPIFY_CONTENT_POLICY: 'report' })

  const { blocked, reported } = await policies(world.documentOf('/', world.owner))

  expect(blocked.split('; ').map((rule) => rule.split(' ')[0])).toEqual([
    'script-src',
    'base-uri',
    'form-action',
    'frame-ancestors',
    'object-src',
  ])
  expect(blocked).toContain(`frame-ancestors ${world.shopify.url}`)
  expect(blocked).not.toMatch(/script-src[^;]*(unsafe-inline|\*|https:(?!\/))/)
  expect(reported).toContain("default-src 'none'")
  expect(reported).toContain("connect-src 'self'")
  expect(reported).toMatch(/; report-uri \/shopify\/policy-reports$/)
})

test('on trial, a page without a proven shop is framed by no other, and pages outside of Shopify lose nothing', async () => {
  const { policies } = await createFrame({ SHOPIFY_CONTENT_POLICY: 'report' })

  const forged = await policies(`/goals?${frameQuery(linen)}&id_token=a.b.c`)
  const standalone = await policies('/auth/login')

  expect(forged.blocked).toMatch(/frame-ancestors (?!\*)/)
  expect(standalone.blocked).toContain("default-src 'none'")
  expect(standalone.reported).toBeNull()
})

test('a report is counted without its page, its address or its code, and staff read it', async () => {
  const { report, violation, metrics, world } = await createFrame({
    SHOPIFY_CONTENT_POLICY: 'report',
  })
  expect(await metrics()).toContain('No browser reported anything.')

  expect((await report(violation())).status).toBe(204)
  expect((await report(violation({ 'script-sample': 'secret-of-olive' }))).status).toBe(204)

  const text = await metrics()
  expect(text).toContain('https://unknown.example connect-src 2 ')
  expect(text).not.toContain('secret')
  expect(JSON.stringify(world.services.policyReports.read())).not.toContain('secret')
})

test.each([
  ['no report', 'secret', 400],
  ['a page of someone else', '{"csp-report":{"document-uri":"https://evil.example/"}}', 400],
  ['too much', `{"csp-report":"${'x'.repeat(17 * 1024)}"}`, 413],
])('%s is refused, and isn’t counted', async (_case, body, status) => {
  const { report, world } = await createFrame({ SHOPIFY_CONTENT_POLICY: 'report' })

  expect((await report(body)).status).toBe(status)
  expect(world.services.policyReports.read()).toEqual([])
})

test('another site’s page reports nothing, and a sender who never stops has to wait', async () => {
  const { report, violation, world } = await createFrame({ SHOPIFY_CONTENT_POLICY: 'report' })

  expect((await report(violation(), { Origin: 'https://evil.example' })).status).toBe(403)
  const answers = []
  for (let nth = 0; nth < 61; nth += 1) answers.push(await report(violation()))

  expect(answers.filter(({ status }) => status === 204)).toHaveLength(60)
  expect(answers.at(-1)?.status).toBe(429)
  expect(answers.at(-1)?.headers.get('retry-after')).toBe('1')
  expect(world.services.policyReports.read()).toMatchObject([{ reports: 60 }])
})
