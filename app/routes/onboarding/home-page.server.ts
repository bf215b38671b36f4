/** Actions about what the shop's home page says. */
import { data } from '@remix-run/node'
import type { SiteContext } from '#app/auth/guards.server.ts'
import { findHomePage, refreshHomePage } from '#app/domain/sites/home-page/home-page.server.ts'
import { platformNames } from '#app/domain/sites/home-page/platform.ts'
import { changeOptions } from '#app/domain/sites/settings.server.ts'
import { Refusal, refuseFields } from '#app/lib/errors.ts'
import { isNamedOn } from '#app/platforms/other-systems.ts'
import type { PlatformName } from '#app/platforms/platform-name.ts'
import type { Services } from '#app/services.ts'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'

/** @throws Refusal `invalid` when the page can't be read; `too_many` */
export async function lookAtHomePage(
  services: Services,
  { account, site, scope, address, shell }: SiteContext & { address: string; shell: PlatformName },
) {
  const asker = { account: account.email, address }
  if (!(await refreshHomePage(services, scope, asker))) {
    throw refuseFields({
      '': [`We couldn’t open ${new URL(site.url).host}. Choose your platform yourself.`],
    })
  }
  const platform = (await findHomePage(services, scope))?.platform ?? null
  const name = platform === null ? null : platformNames[platform]
  const isNamed = name !== null && isNamedOn(shell, name)
  const saved = isNamed ? `${name} found` : 'No known platform found'
  return data<Saved>({ saved })
}

/** The color that was found, never one that the browser sends. @throws Refusal `conflict` */
export async function applyShopColor(services: Services, { scope }: SiteContext) {
  const color = (await findHomePage(services, scope))?.color
  if (!color) throw new Refusal('conflict', 'We don’t know your shop’s color anymore. Reload.')
  await changeOptions(services, scope, { color })
  return data<Saved>({ saved: 'Color saved' })
}
