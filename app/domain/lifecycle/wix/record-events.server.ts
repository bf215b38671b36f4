/** Orders and members that Wix sends become activities, in the same way as those of other shops. */
import { noteRecords } from '#app/domain/connections/note-records.server.ts'
import { recordFacts, type SourcedFact } from '#app/domain/connections/record-activities.server.ts'
import { UnreadableDelivery } from '#app/domain/deliveries/delivery.ts'
import { readShape } from '#app/integrations/kit/json.ts'
import { factOf, numberOf, type ActivityRecord } from '#app/integrations/record.ts'
import {
  entityOf,
  erasedEntity,
  member,
  memberRecord,
  order,
  orderRecord,
} from '#app/integrations/records/wix.ts'
import { hourMillis, minuteMillis } from '#app/lib/time.ts'
import { BadRecord, TryLater } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { eraseWixEntity } from './erase-entity.server.ts'
import { findInstalledSite, findSiteOfInstance } from './wix-site.server.ts'

/** The account of Wix’ ids, the same as a connection with keys has (`accountOfIds`): each is Wix’ own everywhere. */
const account = 'wix'

/** For so long an event waits for the first visit, which creates the site. */
const waitingMillis = 24 * hourMillis

export type WixDelivery = {
  rowId: number
  topic: string
  /** JSON of the event. */
  content: string
  receivedAt: Date
}

type Read = { record: ActivityRecord } | { kind: 'purchase' | 'signup'; erased: string }

/** Null: the event brings nothing. @throws UnreadableDelivery */
function readEvent({ topic, content }: WixDelivery): Read | null {
  const isOrder = topic.startsWith('wix.ecom.v1.order')
  try {
    const event: unknown = JSON.parse(content)
    const erased = erasedEntity(event)
    if (erased === '') return null
    if (erased !== null) return { kind: isOrder ? 'purchase' : 'signup', erased }
    const record = isOrder
      ? orderRecord(readShape(order, entityOf(event)))
      : memberRecord(readShape(member, entityOf(event)))
    return record && { record }
  } catch (error) {
    if (error instanceof BadRecord || error instanceof SyntaxError) {
      throw new UnreadableDelivery('The event has another shape.')
    }
    throw error
  }
}

/**
 * Records one event. Each order and member counts once, however often and in any state it is reported.
 *
 * @throws UnreadableDelivery, TryLater while the site's first visit is to come
 */
export async function recordWixEvent(
  services: Services,
  instanceId: string,
  delivery: WixDelivery,
): Promise<void> {
  const read = readEvent(delivery)
  if (read === null) return
  if ('erased' in read) {
    // Data stays after a removal, which may be processed before.
    const of = await findSiteOfInstance(services, instanceId)
    if (of) {
      const { kind, erased: externalId } = read
      const deliveryRow = delivery.rowId
      await eraseWixEntity(services, of, { instanceId, account, kind, externalId, deliveryRow })
      return
    }
  }
  const found = await findInstalledSite(services, instanceId)
  if (!found) {
    const at = services.now().getTime()
    if (at - delivery.receivedAt.getTime() > waitingMillis) return
    throw new TryLater('The install isn’t finished.', new Date(at + 10 * minuteMillis))
  }
  const { site, connectionId, installedAt: goalsSince } = found
  if ('erased' in read || connectionId === null) return
  const fact = sourced(read.record)
  const recorded = await recordFacts(services, { site, connectionId, account, goalsSince }, [fact])
  const stored = recorded.filter(({ outcome }) => outcome === 'created').length
  await noteRecords(services, connectionId, { stored, skipped: 0, problem: null })
}

function sourced(record: ActivityRecord): SourcedFact {
  const asOf = new Date(record.as_of ?? Number.NaN)
  try {
    return {
      fact: factOf(record),
      asOf: Number.isNaN(asOf.getTime()) ? null : asOf,
      orderNumber: numberOf(record),
    }
  } catch (error) {
    if (error instanceof BadRecord) throw new UnreadableDelivery(error.message)
    throw error
  }
}
