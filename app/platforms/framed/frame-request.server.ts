/**
 * A request from the frame of an admin without a script, as far as its address and headers show. Proves
 * nothing.
 */
import { looksLikePass } from '#app/domain/shops/tenants/frame-pass.server.ts'
import {
  readTenantId,
  type FramedPlatform,
  type TenantId,
} from '#app/domain/shops/tenants/tenant-name.ts'
import { readBearer } from '#app/lib/web/bearer.ts'
import { frameHeader } from './frame-paths.ts'

export type FrameRequest = {
  url: URL
  /** Named by the address, otherwise by the page that sends the request. Valid in form; null: missing, or none. */
  tenant: TenantId | null
  /** As it arrived; null: missing. */
  ticket: string | null
  /** The Authorization header's token, as it arrived; null: none, or of another kind. */
  token: string | null
}

type Asked = Pick<Request, 'url' | 'headers'>

export function readFrameRequest(request: Asked, platform: FramedPlatform): FrameRequest {
  const url = new URL(request.url)
  const bearer = readBearer(request)
  const ofPage = readPageHeader(request)
  return {
    url,
    tenant: readTenantId(
      url.searchParams.has('tenant')
        ? only(url.searchParams, 'tenant')
        : ofPage && only(ofPage, 'tenant'),
    ),
    ticket: only(url.searchParams, 'ticket'),
    token: bearer !== null && looksLikePass(platform, bearer) ? bearer : null,
  }
}

/** A token decides. Without one it's the name in a document's address, or in a header of a page's calls. */
export function isFromFrame(request: Asked, platform: FramedPlatform): boolean {
  const { url, token } = readFrameRequest(request, platform)
  if (readBearer(request) !== null) return token !== null
  const named = url.searchParams.has('shell') ? url.searchParams : readPageHeader(request)
  return named !== null && only(named, 'shell') === platform
}

/** Other sites' pages can't send it: browsers would ask us first, and we allow none. */
const readPageHeader = ({ headers }: Pick<Request, 'headers'>): URLSearchParams | null => {
  const value = headers.get(frameHeader)
  return value === null ? null : new URLSearchParams(value)
}

/**
 * A page that the browser opens in a frame. Others can't send its ticket on, and nothing else shows one.
 * Browsers that don't say where a document is opened (Safari before 16.4) are taken at their word: there, a
 * copied address opens outside of a frame, too. Source: developer.mozilla.org, Sec-Fetch-Dest.
 */
export function isFramedDocument({ url, method, headers }: Request): boolean {
  const { pathname } = new URL(url)
  const isPage = !pathname.endsWith('.data') && !pathname.startsWith('/api/')
  const destination = headers.get('sec-fetch-dest') ?? 'iframe'
  const isOfPage = headers.has(frameHeader)
  return method === 'GET' && isPage && !isOfPage && ['iframe', 'frame'].includes(destination)
}

/** Browsers say so of every request of a page of ours, and of no other. */
export const isFromOurPage = ({ headers }: Pick<Request, 'headers'>): boolean =>
  (headers.get('sec-fetch-site') ?? 'same-origin') === 'same-origin'

/** Each reader might pick a different value of a repeated parameter. */
const only = (query: URLSearchParams, name: string): string | null => {
  const values = query.getAll(name)
  return values.length === 1 ? (values[0] ?? null) : null
}
