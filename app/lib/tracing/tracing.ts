/**
 * Traces of what requests cause: events that are stored or logged and applied later, and jobs. Off unless a
 * collector is configured (docs/decisions/0038-traces.md). A trace has the kind, the duration and the outcome
 * of things, and no person, address, site or text.
 */

type SpanAttributes = Readonly<Record<string, string | number | boolean>>

export type SpanWanted = {
  kind: 'server' | 'internal' | 'consumer'
  /**
   * Its causes, as traceparents (https://www.w3.org/TR/trace-context/#traceparent-header): the first is its
   * parent, and the others are linked. Absent: what runs now.
   */
  causes?: readonly string[]
  attributes?: SpanAttributes
}

export type Span = { set: (attributes: SpanAttributes) => void }

export type Tracing = {
  /** Runs work in a span, which ends with it. Its error is noted by its name alone. */
  run: <Result>(
    name: string,
    wanted: SpanWanted,
    work: (span: Span) => Promise<Result>,
  ) => Promise<Result>
  /** The traceparent of the span that runs now. Undefined: none that is recorded. */
  current: () => string | undefined
  /** Sends what is left. */
  close: () => Promise<void>
}

const noSpan: Span = { set: () => undefined }

/** The same without a collector, or without causes where the span is about nothing else. */
export function traced<Result>(
  tracing: Tracing | null,
  { name, ...wanted }: SpanWanted & { name: string },
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  if (!tracing || wanted.causes?.length === 0) return work(noSpan)
  return tracing.run(name, wanted, work)
}

/** First parts of the product's addresses. Those of other addresses are what someone typed. */
const areas = new Set([
  ...['api', 'api-tokens', 'assets', 'auth', 'bigcommerce', 'billing', 'data-feeds', 'goals'],
  ...['integrations', 'invitations', 'kiosk', 'members', 'nudges', 'onboarding', 'pixel', 'push'],
  ...['push-nudges', 'settings', 'shopify', 'statistics', 'support', 'webhooks', 'wix'],
])

/** Words of the product's addresses. Anything else can be an ID or a token. */
const word = /^[a-z][a-z-]{0,23}(?:\.data)?$/

/** A token follows, or an ID that another system chose. */
const naming = new Set(['by-id', 'invitations', 'join', 'pixel', 'push', 'reset'])

const mostParts = 8

/** A path without what it names: `/api/v1/sites/{}/nudges`. */
export function shapeOfPath(path: string): string {
  const [first = '', ...others] = path.slice(1).split('/').slice(0, mostParts)
  if (first === '') return '/'
  if (!areas.has(first.replace(/\.data$/, ''))) return '/{}'
  let isNamed = naming.has(first)
  const parts = others.map((part) => {
    const isKept = !isNamed && (part === 'v1' || word.test(part))
    isNamed ||= naming.has(part)
    return isKept ? part : '{}'
  })
  return ['', first, ...parts].join('/')
}
