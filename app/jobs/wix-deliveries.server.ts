/**
 * Processes Wix's webhooks. Their order of arrival doesn't matter, nor does what they say about
 * plans and installs.
 */
import { installedTopic, removedTopic } from '#app/domain/billing/channels/wix.ts'
import { refreshWixInstance } from '#app/domain/billing/channels/wix-instances.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import type {
  DeliveryOutcomes,
  WaitingDelivery,
} from '#app/domain/deliveries/process-deliveries.server.ts'
import { embedWixScriptJob } from '#app/domain/shops/jobs.ts'
import { finishLater } from '#app/domain/shops/later-attempts.server.ts'
import { followWixSite } from '#app/domain/lifecycle/wix/follow-site.server.ts'
import { recordWixEvent } from '#app/domain/lifecycle/wix/record-events.server.ts'
import { embedWixScript } from '#app/domain/lifecycle/wix/site-script.server.ts'
import type { Services } from '#app/services.ts'
import { handle } from './job.ts'

export async function processWixDeliveries(
  services: Services,
  batch: readonly WaitingDelivery[],
): Promise<DeliveryOutcomes> {
  const failures = new Map<WaitingDelivery, unknown>()
  for (const instanceId of new Set(batch.map(({ account }) => account))) {
    const ofInstance = batch.filter(({ account }) => account === instanceId)
    // Those about installs and plans have no content: the instance is read at Wix, once.
    const ofState = ofInstance.filter(({ body }) => body === '')
    if (ofState.length > 0) {
      try {
        await readInstance(services, instanceId, ofState)
      } catch (error) {
        ofState.forEach((one) => failures.set(one, error))
      }
    }
    for (const one of ofInstance.filter(({ body }) => body !== '')) {
      try {
        await recordWixEvent(services, instanceId, { ...one, content: one.body })
      } catch (error) {
        failures.set(one, error)
      }
    }
  }
  return failures
}

async function readInstance(
  services: Services,
  instanceId: string,
  events: readonly WaitingDelivery[],
): Promise<void> {
  const removal = events.find(({ topic }) => topic === removedTopic)
  const removedAt = removal ? (removal.triggeredAt ?? removal.receivedAt) : null
  const team = await refreshWixInstance(services, instanceId, removedAt)
  if (events.some(({ topic }) => topic === removedTopic || topic === installedTopic)) {
    await followWixSite(services, instanceId)
  }
  if (team) await syncBilling(services, team)
}

/** Puts the app's script on a site in Wix. */
export const wixScriptJob = handle(embedWixScriptJob, (services, payload) =>
  finishLater(services, {
    job: embedWixScriptJob,
    payload,
    finish: () => embedWixScript(services, payload.instanceId),
  }),
)
