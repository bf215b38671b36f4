/** The smart webhooks of a site, for lists. */
import { listSmartWebhooks } from '#app/domain/connections/smart-webhooks.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { findRecipe } from '#app/integrations/smart/recipes.ts'
import type { Services } from '#app/services.ts'
import { stateOf, type SmartState } from './smart-webhook.server.ts'

export type SmartWebhookLine = {
  uuid: string
  name: string
  state: SmartState
  /** Null: it was made without a recipe. */
  recipe: { id: string; label: string } | null
}

/** @param recipe only those that were made from it */
export async function listSmartWebhookLines(
  services: Services,
  site: SiteScope,
  recipe?: string,
): Promise<SmartWebhookLine[]> {
  const all = await listSmartWebhooks(services, site)
  return all
    .filter(({ settings }) => recipe === undefined || settings.recipe === recipe)
    .map((one) => {
      const made = findRecipe(one.settings.recipe ?? '')
      return {
        uuid: one.connection.uuid,
        name: one.settings.name,
        state: stateOf(one, false),
        recipe: made ? { id: made.id, label: made.label } : null,
      }
    })
}
