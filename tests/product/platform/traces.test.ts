/** Traces from a request to what it causes, as a collector gets them (docs/decisions/0038-traces.md). */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openTracing } from '#app/clients/tracing/open-tracing.server.ts'
import { handle } from '#app/jobs/job.ts'
import { job as signJob } from '#app/lib/job-signature.ts'
import { tracesOf, traceVariables } from '#app/config-traces.server.ts'
import { logFolder } from '../../support/event-log/log-world.ts'
import { browser, newEventId } from '../../support/pages.ts'
import { startTraceCollector, type SentSpan } from '../../support/traces/trace-collector.ts'
import { createWorld } from '../../support/world.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const outside = `00-${traceId}-b7ad6b7169203331-01`

/** A product that sends all its traces to a collector. */
async function openTraced(environment: Record<string, string> = {}) {
  const collector = await startTraceCollector()
  const settings = tracesOf(
    z.object(traceVariables).parse({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
      OTEL_TRACES_SAMPLER_ARG: '1',
      ...environment,
    }),
  )
  if (!settings) throw new Error('There is no collector.')
  const tracing = openTracing(settings)
  const world = await createWorld({ environment, tracing })
  const site = await world.site({ options: { holdout: 0 } })
  const { baseUrl } = await world.serve()
  const report = (headers: Record<string, string> = {}, page = '/') =>
    fetch(`${baseUrl}/api/pixel/${site.uuid}/events`, {
      method: 'POST',
      headers: { Origin: site.url, 'User-Agent': browser, ...headers },
      body: JSON.stringify({ events: [{ id: newEventId(), type: 'visit', page }] }),
    })
  const sentSpans = async () => {
    await tracing.close()
    return collector.spans()
  }
  return { collector, tracing, world, site, baseUrl, report, sentSpans }
}

const named = (spans: readonly SentSpan[], name: string): SentSpan => {
  const found = spans.find((span) => span.name === name)
  if (!found) throw new Error(`No span is called ${name}: ${spans.map((one) => one.name).join()}`)
  return found
}

const valueOf = ({ attributes }: SentSpan, key: string) =>
  Object.values(attributes.find((one) => one.key === key)?.value ?? {})[0]

test('a report that is stored directly is one trace, which goes on with its sender’s', async () => {
  const { report, sentSpans } = await openTraced()

  const { status } = await report({ traceparent: outside })
  const spans = await sentSpans()

  expect(status).toBe(200)
  const request = named(spans, 'POST /api/pixel/{}/events')
  expect(request).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331', kind: 2 })
  expect(valueOf(request, 'http.response.status_code')).toBe(200)
  expect(named(spans, 'store events')).toMatchObject({ traceId, parentSpanId: request.spanId })
})

test('a report that is logged first is one trace, until its events are applied', async () => {
  const { report, sentSpans } = await openTraced({ EVENT_LOG: 'file', DATA_DIR: logFolder() })

  await report({ traceparent: outside, Prefer: 'wait=2' })
  await report()
  const spans = await sentSpans()

  const request = named(spans, 'POST /api/pixel/{}/events')
  const ofTrace = { traceId, parentSpanId: request.spanId }
  expect(named(spans, 'log events')).toMatchObject(ofTrace)
  expect(named(spans, 'apply events')).toMatchObject({ ...ofTrace, kind: 5 })
  // The other report begins another trace.
  expect(new Set(spans.map((span) => span.traceId)).size).toBe(2)
})

test('a job belongs to the trace in which it was sent', async () => {
  const { tracing, world, sentSpans } = await openTraced()
  const { queue, services } = world
  const seen: unknown[] = []
  const signature = signJob('traced-test', z.strictObject({ n: z.number() }))
  const job = handle(signature, (_services, payload) => {
    seen.push(payload)
    return Promise.resolve()
  })
  await queue.start([job], services)

  await tracing.run('sender', { kind: 'internal' }, async () => {
    await services.jobs.send(signature, { n: 1 })
  })
  await services.jobs.send(signature, { n: 2 })
  await expect.poll(() => seen.length).toBe(2)
  await queue.stop()
  const spans = await sentSpans()

  expect(seen).toEqual(expect.arrayContaining([{ n: 1 }, { n: 2 }]))
  const sender = named(spans, 'sender')
  const jobs = spans.filter(({ name }) => name === 'job traced-test')
  expect(jobs).toMatchObject([{ traceId: sender.traceId, parentSpanId: sender.spanId, kind: 5 }])
})

test('a screen and a call are spans by the shape of their path', async () => {
  const { baseUrl, sentSpans } = await openTraced()

  await fetch(`${baseUrl}/auth/login`)
  await fetch(`${baseUrl}/api/v1/sites/6f1e3c1c-7a52-4a3c-9d58-3f2b6d1d7f10/nudges`)
  const spans = await sentSpans()

  const login = named(spans, 'GET /auth/login')
  expect(valueOf(login, 'http.response.status_code')).toBe(200)
  expect(valueOf(login, 'http.route')).toBe('/auth/login')
  expect(valueOf(named(spans, 'GET /api/v1/sites/{}/nudges'), 'http.response.status_code')).toBe(
    401,
  )
})

test('nothing about a person or a site is sent', async () => {
  const { collector, site, baseUrl, report, sentSpans } = await openTraced()

  await report({ 'X-Forwarded-For': '203.0.113.9', Cookie: 'secret=1' }, '/a-page-of-ann')
  await report({}, 'no page')
  await fetch(`${baseUrl}/auth/reset/a-secret-token?email=ann@shop.example`)
  await fetch(`${baseUrl}/Ann%20Smith`)
  await sentSpans()

  const text = collector.bodies.join()
  expect(text).toContain('GET /auth/reset/')
  const personal = [site.uuid, site.url, 'a-page-of-ann', '203.0.113', 'Mozilla', 'ann@', 'Ann']
  expect(personal.filter((one) => text.includes(one))).toEqual([])
  expect(text).not.toContain('secret')
})

test('a sender doesn’t decide whether its request is recorded', async () => {
  const { collector, report, sentSpans } = await openTraced({ OTEL_TRACES_SAMPLER_ARG: '0' })

  await report({ traceparent: outside })
  await report({ traceparent: 'not one' })

  expect(await sentSpans()).toEqual([])
  expect(collector.bodies).toEqual([])
})

test('the collector gets the service’s name, and headers of the configuration', async () => {
  const { collector, report, sentSpans } = await openTraced({
    OTEL_SERVICE_NAME: 'shop-eu',
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b,x-tenant=eu',
  })

  await report()
  await sentSpans()

  expect(collector.paths).toEqual(['/v1/traces'])
  expect(collector.headers[0]).toMatchObject({ 'api-key': 'a b', 'x-tenant': 'eu' })
  expect(collector.bodies[0]).toContain('"stringValue":"shop-eu"')
})

test('a collector that refuses costs no report', async () => {
  const { collector, report, sentSpans } = await openTraced()
  collector.refuse(400)

  const { status } = await report()
  await sentSpans()

  expect(status).toBe(200)
  expect(collector.bodies).toHaveLength(1)
})
