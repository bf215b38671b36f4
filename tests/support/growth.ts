/** How the cost of a function grows with its input, for tests of text that strangers choose. */
import { expect, test } from 'vitest'

/** Runs of each size; the fastest one is the least disturbed by other work on the machine. */
const runs = 7
/** Work this short holds nobody up, and the clock measures little more than itself. */
export const leastMillis = 12

/**
 * The ratio of the CPU time for an input four times as long: about 4 for linear work, about 16 for
 * quadratic work. 1 when even the longer input takes almost no time.
 *
 * @param of input of the wanted length; the longer one should be at the bound that the product sets
 */
export async function growthOf(
  work: (text: string) => unknown,
  of: (length: number) => string,
  longest: number,
): Promise<number> {
  const [short, long] = [of(Math.ceil(longest / 4)), of(longest)]
  const longMillis = await fastest(() => work(long), leastMillis)
  if (longMillis < leastMillis) return 1
  return longMillis / Math.max(leastMillis / 8, await fastest(() => work(short)))
}

/** @param enough milliseconds; a run below it ends the measurement */
async function fastest(work: () => unknown, enough = 0): Promise<number> {
  let best = Infinity
  for (let run = 0; run < runs && best >= enough; run++) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}

/** What reads text that strangers choose, and the texts that cost it the most. */
export type TextReader = {
  /** Name of the function, and what it reads. */
  name: string
  read: (text: string) => unknown
  /** Characters, the most that reaches the function. */
  longest: number
  /** Each is repeated up to that length. */
  pieces: readonly string[]
  /** Before and after what is repeated. The end usually makes the whole text wrong. */
  start?: string
  end?: string
}

/** Quadratic work grows sixteen times. The clock is never exact. */
export const mostGrowth = 9

/** Declares one test for each reader and piece. */
export function testLinearCosts(readers: readonly TextReader[]): void {
  const cases = readers.flatMap((reader) =>
    reader.pieces.map((piece) => [reader.name, piece, reader] as const),
  )
  test.each(cases)('the cost of %s is linear: %j', async (_name, piece, reader) => {
    const { start = '', end = '\u0001', longest, read } = reader
    const textOf = (length: number) =>
      start + piece.repeat(Math.max(1, Math.floor(length / piece.length))) + end

    expect(await growthOf(read, textOf, longest)).toBeLessThan(mostGrowth)
  })
}
