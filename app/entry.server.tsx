import {
  createReadableStreamFromReadable,
  type ActionFunctionArgs,
  type AppLoadContext,
  type EntryContext,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToPipeableStream } from 'react-dom/server'
import { readLanguage } from '#app/auth/language-cookie.server.ts'
import { coalesceChunks } from '#app/lib/async/coalesce-chunks.server.ts'
import { emptyHead, HeadContext } from '#app/platforms/document-head.tsx'
import { loadHost } from '#app/platforms/hosts.ts'
import { PlatformContext } from '#app/platforms/platform-name.ts'
import { HasScriptsContext, LanguageContext, NonceContext } from '#app/ui/document-contexts.ts'

/** Rendering is aborted after this time; the data stream ends a second earlier. */
const renderMillis = 6_000
export const streamTimeout = renderMillis - 1_000

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce, platform, visit, services, requestId, refusal }: AppLoadContext,
): Promise<Response> {
  await loadHost(platform.name)
  if (platform.frame?.session) hideTicket(remixContext)
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <LanguageContext.Provider value={readLanguage(services.config, request)}>
          <PlatformContext.Provider value={platform.name}>
            <HeadContext.Provider value={platform.frame?.head(services.config, visit) ?? emptyHead}>
              <HasScriptsContext.Provider value={refusal === undefined}>
                <RemixServer context={remixContext} url={request.url} nonce={nonce} />
              </HasScriptsContext.Provider>
            </HeadContext.Provider>
          </PlatformContext.Provider>
        </LanguageContext.Provider>
      </NonceContext.Provider>,
      {
        nonce,
        onShellReady() {
          const body = coalesceChunks()
          headers.set('Content-Type', 'text/html; charset=utf-8')
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
          pipe(body)
        },
        onShellError(error: unknown) {
          reject(error instanceof Error ? error : new Error(String(error)))
        },
        onError(error: unknown) {
          // A client that disconnects early closes the stream. That's no error of the page.
          if (error instanceof Error && /destination stream closed/.test(error.message)) return
          services.log.error({ requestId, err: error }, 'render failed')
        },
      },
    )
    setTimeout(abort, renderMillis).unref()
  })
}

/** Links and forms that are made of the page's address must not have what proves the person (platforms/framed). */
function hideTicket({ staticHandlerContext }: EntryContext): void {
  const { location } = staticHandlerContext
  const query = new URLSearchParams(location.search)
  if (!query.has('ticket')) return
  query.delete('ticket')
  const search = query.toString()
  staticHandlerContext.location = { ...location, search: search && `?${search}` }
}

/** Called by Remix for unexpected errors in loaders and actions. */
export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (request.signal.aborted) return
  // Remix' own refusals, for example of unsupported methods, are the caller's fault.
  if (isRouteErrorResponse(error) && error.status < 500) return
  context.services.log.error(
    { requestId: context.requestId, err: error },
    'loader or action failed',
  )
}
