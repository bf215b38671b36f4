/** Recipes as screens show them. */
import { findRecipe, recipes } from '#app/integrations/smart/recipes.ts'

export type RecipeLine = { id: string; label: string; summary: string }

export const listRecipes = (): RecipeLine[] =>
  recipes.map(({ id, label, summary }) => ({ id, label, summary }))

/** Undefined: no recipe has this id. */
export function readRecipe(id: string) {
  const recipe = findRecipe(id)
  if (!recipe) return undefined
  const { label, summary, steps, secret, mapping } = recipe
  return { id, label, summary, steps, isSecretTheirs: secret === 'service', kind: mapping.kind }
}
