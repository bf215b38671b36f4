/** Subscriptions in API responses: an allow list of fields, never whole rows. */
import type { HookAnswer } from '#app/contract/webhooks.ts'
import type { Hook } from '#app/domain/webhooks/endpoints.server.ts'

export const describeHook = (hook: Hook): HookAnswer => ({
  id: hook.uuid,
  site: hook.site,
  target_url: hook.url,
  events: hook.events,
  state: hook.state,
  created_at: hook.createdAt.toISOString(),
})
