/**
 * Files that known shops export, recognized by their column names. A preset chooses the columns and
 * knows what the shop writes into them. docs/integrations.md lists them with their sources.
 */
import { maxItems } from '#app/contract/activities.ts'
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

/** The products of an order in one cell. Empty for a cell that isn’t written like that. */
export function titlesIn(cell: string, place: TitlePlace): string[] {
  const { before, after, isOptional } = place
  const titles: string[] = []
  let rest = cell
  for (
    let start = before.exec(rest);
    start && titles.length < maxItems;
    start = before.exec(rest)
  ) {
    const found = rest.slice(start.index + start[0].length)
    const end = found.search(after)
    const title = end === -1 ? found : found.slice(0, end)
    titles.push(title.replaceAll(/\\([:;|])/g, '$1').trim())
    rest = end === -1 ? '' : found.slice(end)
  }
  if (titles.length === 0 && isOptional && !/[|{]/.test(cell)) titles.push(cell.trim())
  return titles.filter((title) => title !== '')
}
