/** The screens of a connected shop, as its owner or another person opens them. */
import type { ConnectionWorld } from './connected-shop.ts'

/** Over HTTP, as Remix' own client does. */
export const send = (
  { served, site }: ConnectionWorld,
  path: string,
  form: Record<string, string>,
  cookie = site.owner.cookie,
) =>
  served.fetch(`${path}.data`, {
    method: 'POST',
    headers: { Cookie: cookie },
    body: new URLSearchParams(form),
  })

export const open = async (
  { served, site }: ConnectionWorld,
  path: string,
  cookie = site.owner.cookie,
) => {
  const response = await served.fetch(path, { headers: { Cookie: cookie } })
  // React separates the parts of a sentence by empty comments.
  const text = (await response.text()).replaceAll('<!-- -->', '')
  return { status: response.status, text, response }
}
