import { findPlan } from '#app/domain/plans/catalog.ts'

/** A plan that no longer exists keeps its id as its name. */
export const planName = (id: string): string => findPlan(id)?.name ?? id
