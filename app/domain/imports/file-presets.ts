/**
 * Files that known shops export, recognized by their column names. A preset chooses the columns and
 * knows what the shop writes into them. docs/integrations.md lists them with their sources.
 */
import { columnKey } from './column-key.ts'
import type { ImportKind } from './import-kinds.ts'
import { marketplacePresets } from './presets/marketplaces.ts'
import { paymentPresets } from './presets/payments.ts'
import type { FilePreset, TitlePlace } from './presets/preset.ts'
import { productPresets } from './presets/products.ts'
import { selfHostedPresets } from './presets/self-hosted.ts'
import { shopPresets } from './presets/shops.ts'
import { woocommercePresets } from './presets/woocommerce.ts'

/** Those of two that fit one file: the first. */
export const filePresets: readonly FilePreset[] = [
  ...shopPresets,
  ...woocommercePresets,
  ...marketplacePresets,
  ...selfHostedPresets,
  ...paymentPresets,
  ...productPresets,
]

const presetsOf = (kind: ImportKind): readonly FilePreset[] =>
  filePresets.filter((preset) => preset.kind === kind)

export const findPreset = (kind: ImportKind, id: string | null): FilePreset | null =>
  presetsOf(kind).find((preset) => preset.id === id) ?? null

/** The preset whose signs are all there. Null: none, or a file of another kind. */
export function recognizePreset(kind: ImportKind, names: readonly string[]): FilePreset | null {
  const known = new Set(names.map(columnKey))
  return (
    presetsOf(kind).find(({ signs }) =>
      signs.some((list) => list.every((sign) => known.has(columnKey(sign)))),
    ) ?? null
  )
}

/** The place of the column whose rows belong together. Null: each row is an order. */
export function rowsPlace(preset: FilePreset | null, names: readonly string[]): number | null {
  const keys = (preset?.rowsOf ?? []).map(columnKey)
  const place = names.findIndex((name) => keys.includes(columnKey(name)))
  return place === -1 ? null : place
}

/** @returns null for a cell that isn’t written like that */
export function titleIn(cell: string, { before, after, isOptional }: TitlePlace): string | null {
  const start = before.exec(cell)
  if (!start) return isOptional && !/[|{]/.test(cell) ? cell.trim() || null : null
  const rest = cell.slice(start.index + start[0].length)
  const end = rest.search(after)
  const title = end === -1 ? rest : rest.slice(0, end)
  return title.replaceAll(/\\([:;|])/g, '$1').trim() || null
}
