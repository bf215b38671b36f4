/**
 * A token that its service refuses before its end. Services withdraw tokens when an app's secret is replaced
 * or its scopes change. The access itself has ended when the renewal, or the call with the new token, is
 * refused as well.
 */
import { ConnectionLost } from '#app/lib/web/provider-errors.ts'
import type { ProviderClient, ProviderRequest } from '#app/lib/web/provider-client.server.ts'

type Replacing = {
  /** The token that calls carry now. Undefined: none, or one that can't be replaced. */
  current: () => string | undefined
  /** Makes another one. Null: the service gives none but those that it refused. @throws ConnectionLost, TryLater, BadRecord */
  replace: (refused: string) => Promise<string | null>
}

/** Sends a request again, once and with another token, when the service refuses the one that it carries. */
export const replacingRefused = (
  http: ProviderClient,
  { current, replace }: Replacing,
): ProviderClient => ({
  async request(request) {
    // Another request may have it replaced before this one's answer.
    const token = current()
    try {
      return await http.request(request)
    } catch (error) {
      if (token === undefined || !isRefused(error) || !carries(request, token)) throw error
      const other = await replace(token)
      if (other === null) throw error
      return http.request({ ...request, headers: withToken(request.headers, { token, other }) })
    }
  },
})

const isRefused = (error: unknown) => error instanceof ConnectionLost && error.reply?.status === 401

const carries = ({ headers = {} }: ProviderRequest, token: string) =>
  Object.values(headers).some((value) => value.includes(token))

const withToken = (
  headers: ProviderRequest['headers'] = {},
  { token, other }: { token: string; other: string },
) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replaceAll(token, () => other)]),
  )
