/** Names of columns as they are compared. Safe in the browser. */
import { fieldName } from '#app/domain/products/field-name.ts'

/** "Währung", "WAHRUNG " and "wahrung" are the same name. See `fieldName`. */
export const columnKey = (name: string): string =>
  fieldName(name).normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('’', "'")
