/** The shape of a recipe, and the sources of values that recipes share. */
import type { z } from 'zod'
import type { ConnectableName } from '#app/contract/integrations.ts'
import { mapping, type Mapping } from '../mapping.ts'
import { verification, type Verification } from '../verification.ts'

export type Recipe = {
  /** As addresses have it. */
  id: string
  label: string
  /** One sentence: what it brings. */
  summary: string
  /** The integration of the same service. Absent: a smart webhook is the only way to connect it. */
  beside?: ConnectableName
  /** Steps at the service, one per entry. */
  steps: readonly string[]
  /** Who chooses the secret: the service shows its own, or the owner enters ours there. */
  secret: 'none' | 'service' | 'ours'
  verification: Verification
  mapping: Mapping
}

type RecipeInput = Omit<Recipe, 'verification' | 'mapping'> & {
  verification: z.input<typeof verification>
  mapping: Omit<z.input<typeof mapping>, 'v'>
}

export const recipe = (input: RecipeInput): Recipe => ({
  ...input,
  verification: verification.parse(input.verification),
  mapping: mapping.parse({ v: 1, ...input.mapping }),
})

export const wholeName = (...at: string[]) => ({
  at,
  do: ['trim' as const, 'first_word' as const, 'title_case' as const],
})
export const firstName = (...at: string[]) => ({ at, do: ['trim' as const, 'title_case' as const] })
export const emailAt = (...at: string[]) => ({ at, do: ['trim' as const, 'lower' as const] })
export const countryAt = (...at: string[]) => ({ at, do: ['country_iso2' as const] })
export const amountAt = (path: string) => ({ at: [path], do: ['decimal' as const] })
export const currencyAt = (path: string) => ({ at: [path], do: ['upper' as const] })
export const isoDate = (...at: string[]) => ({ at, do: [{ date: 'iso' as const }] })

/** An amount in the currency's smallest unit. */
export const minorUnitsAt = (path: string) => ({ at: [path], do: ['minor_units' as const] })
