/** Sorts the events of a report by where they are stored, and finds their answers again. */

/**
 * Items for one store. The event at `places[i]` is answered by the outcome of `items[firsts[i]]`.
 */
export type Lane<Item> = { items: Item[]; places: number[]; firsts: number[] }

export const createLane = <Item>(): Lane<Item> => ({ items: [], places: [], firsts: [] })

export function addToLane<Item>(lane: Lane<Item>, place: number, items: readonly Item[]): void {
  lane.places.push(place)
  lane.firsts.push(lane.items.length)
  lane.items.push(...items)
}

/**
 * Writes the outcomes of a lane to their places.
 *
 * @param outcomes by place in the report
 * @param stored by item of the lane
 */
export function writeOutcomes<Outcome>(
  outcomes: (Outcome | undefined)[],
  { places, firsts }: Lane<unknown>,
  stored: readonly Outcome[],
): void {
  for (const [index, place] of places.entries()) {
    const outcome = stored[firsts[index] ?? -1]
    if (outcome) outcomes[place] = outcome
  }
}
