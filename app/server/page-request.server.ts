type PageRequest = {
  appUrl: string
  /** As it was received; null: none. */
  body: Buffer | null
}

/**
 * The request as Remix gets it, always at our own address. Remix compares the Origin of a write with Host
 * and X-Forwarded-Host, and fails when they differ, but a proxy may have replaced Host, and
 * `isForeignWrite` has already decided which writes can come from elsewhere.
 */
export function pageRequest(
  { url, method, headers: given, signal }: Request,
  { appUrl, body }: PageRequest,
): Request {
  const { pathname, search } = new URL(url)
  const headers = new Headers(given)
  headers.set('Host', new URL(appUrl).host)
  headers.delete('X-Forwarded-Host')
  if (headers.get('Origin') !== appUrl) headers.delete('Origin')
  return new Request(appUrl + pathname + search, {
    method,
    headers,
    body: body as Buffer<ArrayBuffer> | null,
    signal,
  })
}
