/** How the cost of a function grows with its input, for tests of text that strangers choose. */
import { expect, test } from 'vitest'

/** Runs of each size; the fastest one is the least disturbed by other work of the process. */
const runs = 7
/**
 * Garbage collection counts as well, so what seems too much is measured on for so long (milliseconds of
 * CPU time), which makes it exact.
 */
const longestDoubt = 3_000
/** Work this short blocks no one, and the clock measures little more than itself. */
export const leastMillis = 12
/** Quadratic work grows sixteen times. The clock is never exact. */
export const mostGrowth = 9

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
  let [shortMillis, longMillis] = [Infinity, Infinity]
  const growth = () => longMillis / Math.max(leastMillis / 8, shortMillis)
  let spent = 0
  const isInDoubt = () => spent < longestDoubt && growth() >= mostGrowth

  for (let run = 0; run < runs || isInDoubt(); run++) {
    const millis = await cpuMillis(() => work(long))
    spent += millis
    longMillis = Math.min(longMillis, millis)
    if (longMillis < leastMillis) return 1
    shortMillis = Math.min(shortMillis, await cpuMillis(() => work(short)))
  }
  return growth()
}

async function cpuMillis(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** A function that reads strangers' text, and the texts that cost it the most. */
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
