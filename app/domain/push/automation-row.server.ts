/** The stored settings of automations. */
import { and, eq } from 'drizzle-orm'
import type { AutomationKind } from '#app/contract/push.ts'
import { defaultAutomations, type AutomationInput } from '#app/contract/push-settings.ts'
import type { Queries } from '#app/db/db.ts'
import { pushMessages } from '#app/db/schema/push.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'

export type Automation = AutomationInput & {
  kind: AutomationKind
  /** Null: it was never saved. */
  id: number | null
  uuid: string | null
}

export async function findAutomation(
  tx: Queries,
  site: SiteScope,
  kind: AutomationKind,
): Promise<Automation> {
  const [row] = await tx
    .select({
      id: pushMessages.id,
      uuid: pushMessages.uuid,
      state: pushMessages.state,
      content: pushMessages.content,
      waitHours: pushMessages.waitHours,
    })
    .from(pushMessages)
    .where(and(inSite(pushMessages, site), eq(pushMessages.kind, kind)))
  if (!row) return { ...defaultAutomations[kind], kind, id: null, uuid: null }
  const { state, ...stored } = row
  return { ...stored, kind, isOn: state === 'on' }
}
