/** A collector of traces on loopback, as a program sends them by OTLP in JSON. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** https://github.com/open-telemetry/opentelemetry-proto, trace.proto, by its rules for JSON. */
export type SentSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: Record<string, unknown> }[]
  links?: { traceId: string; spanId: string }[]
  status: { code?: number }
}

type Sent = {
  resourceSpans: {
    resource: { attributes: SentSpan['attributes'] }
    scopeSpans: { spans: SentSpan[] }[]
  }[]
}

type TraceCollector = {
  /** Without the path. */
  origin: string
  /** Bodies as they were sent. */
  bodies: string[]
  paths: string[]
  headers: NodeJS.Dict<string | string[]>[]
  spans: () => SentSpan[]
  /** From now on it answers with this status. */
  refuse: (status: number) => void
}

/** Ends after the test. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const bodies: string[] = []
  const paths: string[] = []
  const headers: TraceCollector['headers'] = []
  let status = 200
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks).toString())
      paths.push(request.url ?? '')
      headers.push(request.headers)
      response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    bodies,
    paths,
    headers,
    spans: () =>
      bodies.flatMap((body) =>
        (JSON.parse(body) as Sent).resourceSpans.flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    refuse(wanted) {
      status = wanted
    },
  }
}
