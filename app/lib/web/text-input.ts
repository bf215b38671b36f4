/** Text that people type in one line: names, above all. */
import { z } from 'zod'
import { oneLine } from '../one-line.ts'

type Bounds = {
  /** Characters. */
  max: number
  /** The message when it is empty; absent: it may be empty. */
  missing?: string
}

/** Trimmed, and in one spelling of accented letters (Unicode NFC), so that equal names are equal. */
export const textLine = ({ max, missing }: Bounds) =>
  z
    .string()
    .regex(oneLine, 'Use one line, without control characters.')
    .trim()
    .normalize('NFC')
    .min(missing === undefined ? 0 : 1, missing)
    .max(max, `Use ${String(max)} characters or fewer.`)
