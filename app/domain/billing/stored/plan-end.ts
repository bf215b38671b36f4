/** Why a paid plan ends or pauses, in the plain words that are kept with the change. */
export const endCauses = {
  cancelled: { actor: 'provider', userId: null, reason: 'The canceled subscription ended.' },
  paused: { actor: 'provider', userId: null, reason: 'The subscription was paused.' },
  unpaid: { actor: 'system', userId: null, reason: 'The payment was overdue for too long.' },
  trial: { actor: 'system', userId: null, reason: 'The trial ended.' },
} as const

export type PlanEnd = keyof typeof endCauses
