/**
 * Lines about requests, answers and deliveries of the doubles in this process that aren't as published, each once.
 * Kept here and not at each double, so that one check after each test sees all of them, with those that stopped.
 */
const lines = new Set<string>()

export function noteDisagreements(found: readonly string[]): void {
  for (const line of found) lines.add(line)
}

/** @returns the lines since the last call */
export function takeDisagreements(): string[] {
  const taken = [...lines]
  lines.clear()
  return taken
}
