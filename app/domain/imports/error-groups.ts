/** Errors of a file by what is wrong, so that one cause with many rows is read once. */
import type { InvalidRow } from './import-draft.ts'

export type ErrorGroup = {
  column: string
  sentence: string
  /** How many rows. */
  total: number
  /** Line numbers of the first rows. */
  lines: number[]
  /** Values of these rows, each once. */
  values: string[]
}

const maxLines = 5
const maxValues = 3
const maxValueLength = 40

/** Those with most rows first. @param rows in the order of the file */
export function groupErrors(rows: readonly InvalidRow[]): ErrorGroup[] {
  const groups = new Map<string, ErrorGroup>()
  for (const { line, faults, cells } of rows) {
    for (const { column, sentence } of faults) {
      const key = `${column} ${sentence}`
      const group = groups.get(key) ?? { column, sentence, total: 0, lines: [], values: [] }
      groups.set(key, group)
      group.total += 1
      if (group.lines.length < maxLines) group.lines.push(line)
      const value = (cells[column] ?? '').trim().slice(0, maxValueLength).toWellFormed()
      const isNew = value !== '' && !group.values.includes(value)
      if (isNew && group.values.length < maxValues) group.values.push(value)
    }
  }
  return [...groups.values()].toSorted((one, other) => other.total - one.total)
}
