import type { Entitlements } from '#app/domain/plans/entitlements.ts'

/** The plan that has product feeds, may be empty. Null: the current one does. */
export const planForFeeds = ({ neededPlan }: Entitlements): string | null =>
  neededPlan('datafeed') ?? neededPlan('integrations.google_shopping')
