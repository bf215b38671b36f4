/** Steps of our app in Zapier. The same labels as in its definition (extensions/zapier). */

type ZapierStep = { kind: 'trigger' | 'action'; label: string; about: string }

export const zapierSteps: readonly ZapierStep[] = [
  {
    kind: 'trigger',
    label: 'New Purchase or Sign-up',
    about: 'When one arrives from any source except imported files.',
  },
  { kind: 'trigger', label: 'New Review', about: 'When one is stored and approved.' },
  { kind: 'trigger', label: 'Goal Reached', about: 'When a conversion counts.' },
  { kind: 'action', label: 'Create Purchase', about: 'Sends a purchase to this site.' },
  { kind: 'action', label: 'Create Sign-up', about: 'Sends a sign-up to this site.' },
  { kind: 'action', label: 'Create Review', about: 'Sends a review to this site.' },
]
