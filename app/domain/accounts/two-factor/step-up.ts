/** What proves a second time who somebody is: what a login takes as its second step, or a passkey. */
import { z } from 'zod'
import { passkeyLoginInput } from '../passkeys/passkey.ts'
import { secondStepInput } from './two-factor.ts'

export const secondProofInput = z.discriminatedUnion('intent', [
  ...secondStepInput.options,
  ...passkeyLoginInput.options,
])
