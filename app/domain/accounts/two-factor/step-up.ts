/**
 * Ways to confirm one's identity again: anything that a login accepts as its second step, or a
 * passkey.
 */
import { z } from 'zod'
import { passkeyLoginInput } from '../passkeys/passkey.ts'
import { loginCodeInput } from './two-factor.ts'

export const stepUpInput = z.discriminatedUnion('intent', [
  ...loginCodeInput.options,
  ...passkeyLoginInput.options,
])
