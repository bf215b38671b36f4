/** JSON with integers of any length, as a platform with large ids writes them. */
import { randomUUID } from 'node:crypto'

/** No text of a shop contains it, so nothing but an integer is written without quotes. */
const mark = randomUUID()
const marked = new RegExp(`"${mark}(-?\\d+)"`, 'g')

/** Like JSON.stringify, with bigints as numbers. */
export const exactJson = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'bigint' ? mark + String(one) : one,
  ).replaceAll(marked, '$1')
