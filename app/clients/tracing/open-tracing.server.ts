/**
 * Sends traces to a collector by OTLP over HTTP (https://opentelemetry.io/docs/specs/otlp/#otlphttp). Loaded
 * only when one is configured.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span,
  type SpanContext,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node'
import type { Config } from '#app/config.server.ts'
import type { SpanWanted, Tracing } from '#app/lib/tracing/tracing.ts'

/** https://www.w3.org/TR/trace-context/#traceparent-header, version 00. */
const traceparent = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

const kinds: Record<SpanWanted['kind'], SpanKind> = {
  server: SpanKind.SERVER,
  internal: SpanKind.INTERNAL,
  consumer: SpanKind.CONSUMER,
}

const mostLinks = 32

/** Spans that wait to be sent. More are left out. */
const mostWaiting = 2_048

/** For a collector that doesn't answer. */
const sendMillis = 3_000

/** @param collector.ratio part of the traces that begin here, or that others began, which is recorded */
export function openTracing(collector: NonNullable<Config['traces']>): Tracing {
  const { url, headers, service, ratio } = collector
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: sendMillis })
  const some = new TraceIdRatioBasedSampler(ratio)
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    // Senders of requests decide nothing about how much is recorded.
    sampler: new ParentBasedSampler({ root: some, remoteParentSampled: some }),
    spanProcessors: [
      new BatchSpanProcessor(exporter, {
        maxQueueSize: mostWaiting,
        exportTimeoutMillis: sendMillis,
      }),
    ],
  })
  const tracer = provider.getTracer('footfall')
  // For this object alone, so that nothing of the process is changed.
  const running = new AsyncLocalStorage<Context>()

  const spanOf = (name: string, { kind, causes, attributes = {} }: SpanWanted): [Span, Context] => {
    const [parent, ...others] = causes?.map(contextOf).filter((one) => one !== null) ?? []
    const around = running.getStore() ?? ROOT_CONTEXT
    const from = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : around
    const links = others.slice(0, mostLinks).map((context) => ({ context }))
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes, links }, from)
    return [span, trace.setSpan(from, span)]
  }

  return {
    async run(name, wanted, work) {
      const [span, context] = spanOf(name, wanted)
      try {
        return await running.run(context, () =>
          work({
            set: (attributes) => {
              span.setAttributes(attributes)
            },
          }),
        )
      } catch (error) {
        // Its message can have what a person typed.
        const type = error instanceof Error ? error.name : 'unknown'
        span.setStatus({ code: SpanStatusCode.ERROR })
        span.setAttribute('error.type', type)
        throw error
      } finally {
        span.end()
      }
    },
    current() {
      const context = running.getStore()
      const span = context && trace.getSpanContext(context)
      return span && (span.traceFlags & TraceFlags.SAMPLED) !== 0
        ? `00-${span.traceId}-${span.spanId}-01`
        : undefined
    },
    // A collector that is away holds up no end.
    close: () => provider.shutdown().catch(() => undefined),
  }
}

function contextOf(text: string): SpanContext | null {
  const [, traceId, spanId, flags] = traceparent.exec(text) ?? []
  if (!traceId || !spanId || !flags) return null
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
}
