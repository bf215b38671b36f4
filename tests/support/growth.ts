/** How the cost of a function grows with its input, for tests of text that strangers choose. */

/** Runs of each size; the fastest one is the least disturbed by other work on the machine. */
const runs = 7
/** Work this short holds nobody up, and the clock measures little more than itself. */
const leastMillis = 5

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
  const longMillis = await fastest(() => work(long))
  if (longMillis < leastMillis) return 1
  return longMillis / Math.max(leastMillis / 8, await fastest(() => work(short)))
}

async function fastest(work: () => unknown): Promise<number> {
  let best = Infinity
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}
