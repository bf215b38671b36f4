/** Spans of requests: what was asked for without what it names, and the status. */
import { shapeOfPath, traced, type Span, type Tracing } from '#app/lib/tracing/tracing.ts'
import { headerOf, type RequestHead } from '../edge/request-head.ts'

/** https://opentelemetry.io/docs/specs/semconv/http/http-spans/ has these names. */
export const statusKey = 'http.response.status_code'
const methodKey = 'http.request.method'
const routeKey = 'http.route'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** @param about.name method and path, without what it names */
export function traceRequest<Result>(
  tracing: Tracing | null,
  { request, name }: { request: Pick<RequestHead, 'rawHeaders'>; name: string },
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const [method = '', route = ''] = name.split(' ')
  const attributes = { [methodKey]: method, [routeKey]: route }
  const cause = tracing ? headerOf(request, 'traceparent') : undefined
  const causes = cause === undefined ? {} : { causes: [cause] }
  return traced(tracing, { name, kind: 'server', attributes, ...causes }, work)
}

type Fetch = (request: Request, ...others: never[]) => Response | Promise<Response>

/** The same function, whose answers are traced. */
export function traceAnswers<Answer extends Fetch>(tracing: Tracing | null, fetch: Answer): Answer {
  if (!tracing) return fetch
  const answer = (request: Request, ...others: never[]): Promise<Response> => {
    const method = methods.includes(request.method) ? request.method : '_OTHER'
    const name = `${method} ${shapeOfPath(new URL(request.url).pathname)}`
    const cause = request.headers.get('traceparent')
    const rawHeaders = cause === null ? [] : ['traceparent', cause]
    return traceRequest(tracing, { request: { rawHeaders }, name }, async (span) => {
      const response = await fetch(request, ...others)
      span.set({ [statusKey]: response.status })
      return response
    })
  }
  return answer as Answer
}
