/** Reviews as review services list them: newest first, by the moment of their writing. */
import { z } from 'zod'
import { dayMillis } from '#app/lib/time.ts'
import type { ActivityRecord, IntegrationRecord } from '../record.ts'
import { recordRows } from './listed-rows.ts'

/** Services check some reviews before they list them, so one can appear days after it was written. */
const lateDays = 14

/** The moment from which a later reading lists reviews again. */
export const listedAgainFrom = (since: Date): Date =>
  new Date(since.getTime() - lateDays * dayMillis)

/** Any other rating can't be shown as stars: rounding it would make it a better or a worse one. */
export const wholeStars = z.union([
  z.int().min(1).max(5),
  z
    .string()
    .regex(/^[1-5]$/)
    .transform(Number),
])

type Listed<Shape extends z.ZodType> = {
  shape: Shape
  rows: readonly unknown[]
  /** Reads when a row's review was written, also in a row that can't be read otherwise. */
  writtenAt: z.ZodType<string>
  since: Date | null
}

/**
 * Records of one page, newest first. Reviews that were listed before are listed again for some
 * days, but their unreadable rows are counted only once.
 *
 * @returns isEnd when the page has older reviews: they are known, and so are those of the next pages
 */
export async function reviewRows<Shape extends z.ZodType>(
  { shape, rows, writtenAt, since }: Listed<Shape>,
  make: (row: z.output<Shape>) => ActivityRecord | null,
): Promise<{ records: IntegrationRecord[]; isEnd: boolean }> {
  const dated = rows.map((row) => {
    const { data } = writtenAt.safeParse(row)
    return { row, at: data === undefined ? Infinity : Date.parse(data) }
  })
  const newest = dated.toSorted((one, other) => (one.at === other.at ? 0 : other.at - one.at))
  const [began, again] = since ? [since.getTime(), listedAgainFrom(since).getTime()] : [-Infinity]
  const read = (is: (at: number) => boolean) => {
    const some = newest.filter(({ at }) => is(at)).map(({ row }) => row)
    return recordRows(shape, some, make)
  }
  const later = await read((at) => at >= began)
  const before = again === undefined ? [] : await read((at) => at < began && at >= again)
  return {
    records: [...later, ...before.filter(({ kind }) => kind !== 'unreadable')],
    isEnd: again !== undefined && newest.some(({ at }) => at < again),
  }
}
