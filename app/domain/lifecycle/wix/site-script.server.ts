/** The app's script on the pages of a site in Wix. */
import { InstanceRefused } from '#app/domain/billing/channels/wix.ts'
import { BadRecord } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { findInstalledSite } from './wix-site.server.ts'

/** The script's only parameter. Values can have letters and digits alone, so it is a uuid without hyphens. */
const scriptParameters = (siteUuid: string) => ({ siteId: siteUuid.replaceAll('-', '') })

/**
 * Puts the script there with this site's parameters, and reports to Wix that the setup is finished. Repeatable.
 *
 * @throws TryLater when Wix can't be reached
 */
export async function embedWixScript(services: Services, instanceId: string): Promise<void> {
  const { wix, log } = services
  const found = wix && (await findInstalledSite(services, instanceId))
  if (!found) return
  try {
    await wix.embedScript(instanceId, scriptParameters(found.site.siteUuid))
    await wix.reportSetup(instanceId)
  } catch (error) {
    // The app was removed since: its webhook says so. Or a right is missing, which no repetition brings.
    if (!(error instanceof InstanceRefused || error instanceof BadRecord)) throw error
    log.warn({ instanceId, err: error }, 'a script was not put on a site in Wix')
  }
}
