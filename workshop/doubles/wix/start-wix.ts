/** The double of Wix for `npm run dev`, with one site that has the app, and a page where time passes. */
import type { MovedClock } from '../moved-clock.ts'
import { startServiceDesk } from '../shops/service-desk.ts'
import { startWix } from './wix-server.ts'

export type DevelopmentWix = {
  /** The page with the site, and with what its owner does. */
  deskUrl: string
  /** Variables with which the product uses it. */
  environment: Readonly<Record<string, string>>
  stop: () => Promise<void>
}

/** The same after each start, so an organization stays linked. */
const instanceId = 'c0ffee00-7a42-4f6e-9f0b-2f6a8f6b8d11'

/**
 * @param appUrl where the product is, which gets the webhooks
 * @param port the first of two ports, which are taken when they are free
 * @param clock the product's as well
 */
export async function startDevelopmentWix(
  appUrl: string,
  port: number,
  clock: MovedClock,
): Promise<DevelopmentWix> {
  const wix = await startWix(clock.now, { port: port + 1 })
  clock.onDay(wix.settle)
  wix.install(instanceId)
  wix.endpoints.add((init) => fetch(`${appUrl}/hooks/wix`, init))
  const acting = (act: () => void) => () => {
    act()
    return wix.settle()
  }
  const desk = await startServiceDesk(
    [
      {
        name: 'Wix',
        details: {
          'Instance of the site': instanceId,
          'Link an organization': `npm run -s cli -- link-wix --team <slug or number> --instance ${instanceId}`,
          Subscriptions: `${wix.url}/account/subscriptions`,
        },
        actions: {
          'Remove the app': acting(() => {
            wix.remove(instanceId)
          }),
          'Install the app again': acting(() => {
            wix.reinstall(instanceId)
          }),
          'Let a day pass': () => clock.pass(1),
          'Let a month pass': () => clock.pass(31),
        },
      },
    ],
    port,
    'An organization that is linked to the site pays here.',
  )
  const { appId, appSecret, publicKey } = wix.account
  return {
    deskUrl: desk.url,
    environment: {
      WIX_APP_ID: appId,
      WIX_APP_SECRET: appSecret,
      WIX_PUBLIC_KEY: publicKey,
      WIX_DOUBLE_URL: wix.url,
    },
    async stop() {
      await Promise.all([desk.stop(), wix.stop()])
    },
  }
}
