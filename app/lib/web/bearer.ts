/**
 * The token of an Authorization header with the scheme Bearer: null without one, empty when it is
 * malformed. Other schemes belong to proxies.
 */
export function readBearer({ headers }: Pick<Request, 'headers'>): string | null {
  const given = headers.get('authorization')
  if (given === null || !/^Bearer(?:\s|$)/i.test(given)) return null
  return /^Bearer ([^\s]+)$/i.exec(given)?.[1] ?? ''
}
