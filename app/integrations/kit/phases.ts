/**
 * Reads a shop in phases: its products, its orders, its reviews. Each phase begins with what is older,
 * and later reads what changed since it began the last time.
 */
import { z } from 'zod'
import { dayMillis, hourMillis, minuteMillis } from '#app/lib/time.ts'
import { BadRecord, ConnectionLost, Intercepted } from '#app/lib/web/provider-errors.ts'
import type {
  Caller,
  Cursor,
  PublishedPage,
  PulledPage,
  PullVerbs,
  ReviewsListing,
} from '../integration.ts'
import type { IntegrationRecord } from '../record.ts'
import { BlockedList, LostPlace, MissingRight } from './partial-failures.ts'
import { WrongSetting } from './wrong-setting.ts'

type ReadPage = {
  records: readonly IntegrationRecord[]
  /** Handed to the next call. Null: this was the last page. */
  next: unknown
  /** Published facts about a page of reviews, as far as this answer has them. */
  published?: PublishedPage
  /**
   * A sentence for the owner: what these records lack, because the service doesn't let us read it. Null: nothing.
   * Absent: this page didn't need it.
   */
  lacks?: string | null
}

export type PhaseRead = {
  /** Only what changed since then. Null: everything. */
  since: Date | null
  /** As the page before returned it. Null: the first page. */
  position: unknown
}

export type Phase<Settings> = {
  name: string
  everyMinutes: number
  /** How far back the first time goes. Absent: everything. */
  firstDays?: number
  /** Each reading lists all products, so products that aren't listed no longer exist. */
  isCatalog?: boolean
  /**
   * Lists reviews, newest first. Each reading keeps as many as the plan includes. All of them are listed
   * twice a day, because services don't say which ones were deleted.
   */
  isReviews?: boolean
  /** Its reviews are listed by their last change (`as_of`), not by when they were written. */
  isByChange?: boolean
  /**
   * For the owner of a connection that does its work without this list: what still arrives, what may be
   * missing, and what to do. Absent: without the list the connection is failing.
   */
  withoutRight?: string
  read: (caller: Caller<Settings>, from: PhaseRead) => Promise<ReadPage>
}

/** Stored progress of a phase. */
const progress = z.object({
  /** When the last complete reading began. */
  since: z.number().optional(),
  /** When the reading that isn't complete began, and its next page. */
  began: z.number().optional(),
  position: z.unknown(),
  /** Its page can't be read. It's tried again when the others have been read. */
  isFailing: z.boolean().optional(),
  /** The service refused it. */
  isRefused: z.boolean().optional(),
  /** How often its page couldn't be read, one time after the other. */
  failures: z.number().optional(),
  /** When it last couldn't be read. */
  failedAt: z.number().optional(),
  /** Reviews that were kept of the reading that isn't complete. */
  kept: z.number().optional(),
  /** The limit at which a reading ended. Below a larger one, everything is read again. */
  cutAt: z.number().optional(),
  /** Reviews on the pages of the list so far, and when the oldest of them was written. */
  listed: z.number().optional(),
  oldest: z.number().optional(),
  /** A sentence about facts that its records lack. */
  lacks: z.string().optional(),
})
type Progress = z.infer<typeof progress>
const cursorShape = z.record(z.string(), progress)

/** A service's clock may be behind, and an order be stored a moment after it was made. */
const overlapMillis = 10 * minuteMillis

/** Two lists that agree are of one day, so a review that was deleted disappears within it. */
const listAllMinutes = (11 * hourMillis) / minuteMillis

/** A phase, or the same one listing everything again. */
type Turn<Settings> = Phase<Settings> & {
  /** The phase whose reviews are listed again. Only what it doesn't do follows from that list. */
  listsAgain?: string
  /** There is no other list. */
  isOnly: boolean
}

export function pullInPhases<Settings>(phases: readonly Phase<Settings>[]): PullVerbs<Settings> {
  const again = phases
    .filter(({ isReviews }) => isReviews)
    .map((phase) => ({
      ...phase,
      name: `${phase.name}:all`,
      everyMinutes: listAllMinutes,
      listsAgain: phase.name,
    }))
  const isOnly = phases.length === 1
  const turns: readonly Turn<Settings>[] = [...phases, ...again].map((one) => ({ ...one, isOnly }))
  return {
    everyMinutes: Math.min(...phases.map(({ everyMinutes }) => everyMinutes)),
    limitsReviews: again.length > 0,
    page: (caller, cursor) => readPage(turns, caller, cursor),
    hasReadPast(cursor) {
      const { data: known = {} } = cursorShape.safeParse(cursor)
      return phases.every(({ name }) => {
        const { since, isFailing } = known[name] ?? {}
        return since !== undefined || isFailing === true
      })
    },
    probes: phases.map(
      ({ read }) =>
        (caller) =>
          read(caller, { since: new Date(caller.now.getTime() - hourMillis), position: null }),
    ),
  }
}

async function readPage<Settings>(
  phases: readonly Turn<Settings>[],
  caller: Caller<Settings>,
  cursor: Cursor,
): Promise<PulledPage> {
  const now = caller.now.getTime()
  const read = cursorShape.safeParse(cursor)
  const known = read.success ? withoutFuture(read.data, now) : {}
  const isDue = ({ name, everyMinutes, listsAgain }: Turn<Settings>) => {
    const { began, since } = known[name] ?? {}
    // Nothing has to be listed again before it was listed once.
    if (listsAgain !== undefined && known[listsAgain]?.since === undefined) return false
    const isBegun = began !== undefined || since === undefined || isOutgrown(known[name], caller)
    return isBegun || now - since >= everyMinutes * minuteMillis
  }
  const isFailing = ({ name }: Phase<Settings>) => known[name]?.isFailing === true
  const limitOf = ({ name, withoutRight }: Phase<Settings>) =>
    known[name]?.isRefused === true ? withoutRight : undefined
  const isWorrying = (one: Phase<Settings>) => isFailing(one) && limitOf(one) === undefined
  const due = phases.filter(isDue)
  const [phase, ...others] = [
    ...due.filter((one) => !isFailing(one)),
    ...due.filter((one) => isFailing(one)),
  ]
  if (!phase) {
    // The sentences of earlier readings still hold.
    const [limit] = phases.flatMap((one) => limitOf(one) ?? known[one.name]?.lacks ?? [])
    return { records: [], cursor: known, hasMore: false, ...(limit === undefined ? {} : { limit }) }
  }

  const canGoOn = others.some((one) => !isFailing(one) || isRested(known[one.name], now))
  const incomplete = others.some(isWorrying) ? { isIncomplete: true } : {}
  const stored = known[phase.name]
  const state: Progress = !stored || isOutgrown(stored, caller) ? { position: null } : stored
  const began = state.began ?? now
  const listsAll = phase.isCatalog === true || phase.listsAgain !== undefined
  const since = listsAll ? null : sinceOf(phase, state, began)
  const page = await readPhase(phase, caller, { since, position: state.position ?? null })
  if (page instanceof Error) {
    const { failure, after } = failed(phase, { ...state, began, failedAt: now }, page)
    const cursorNow = { ...known, [phase.name]: after }
    return { records: [], cursor: cursorNow, hasMore: canGoOn, failure, ...incomplete }
  }
  const { records, beyond, kept, isCut } = phase.isReviews
    ? withinLimit(page, state, caller)
    : { ...page, beyond: [], kept: undefined, isCut: false }
  const { next, published } = page
  const lacks = page.lacks === undefined ? state.lacks : (page.lacks ?? undefined)
  const lacking = phases.map((one) => (one === phase ? lacks : known[one.name]?.lacks))
  const limit = [...others.map(limitOf), ...lacking].find((sentence) => sentence !== undefined)
  const list =
    phase.isReviews && since === null ? longerList(phase, state, [...records, ...beyond]) : null
  const hasMore = next !== null && next !== undefined
  const isComplete = !hasMore || isCut
  const cutAt = isCut ? caller.reviewsLimit : state.cutAt
  const after: Progress = isComplete
    ? { since: began, position: null, cutAt, lacks }
    : { since: state.since, began, position: next, kept, cutAt, lacks, ...list }
  const completed = isComplete ? completedList(list, { began, isCut: isCut && hasMore }) : null
  return {
    // They were counted when they were read first.
    records: phase.listsAgain ? records.filter(({ kind }) => kind !== 'unreadable') : records,
    cursor: {
      ...known,
      [phase.name]: after,
      ...(completed
        ? { [`${phase.listsAgain ?? phase.name}:all`]: { ...after, since: began } }
        : {}),
    },
    hasMore: !isComplete || canGoOn,
    ...incomplete,
    ...(limit === undefined ? {} : { limit }),
    ...(isComplete && phase.isCatalog ? { completedProductsSince: new Date(began) } : {}),
    ...(completed ? { completedReviews: completed } : {}),
    ...(published ? { published } : {}),
    ...(beyond.length > 0 ? { beyondPlan: beyond } : {}),
  }
}

type ListProgress = Pick<Progress, 'listed' | 'oldest'>

/**
 * The oldest moment of the order in which they are listed is where a list that was cut ends: whatever was
 * written after it was also changed after it, and would be listed.
 */
function longerList(
  { isByChange = false }: Pick<Phase<never>, 'isByChange'>,
  { listed = 0, oldest }: Progress,
  records: readonly IntegrationRecord[],
): ListProgress {
  const moments = records.flatMap((one) => {
    if (one.kind !== 'review') return []
    return [Date.parse(isByChange ? (one.as_of ?? one.occurred_at) : one.occurred_at)]
  })
  const [first] = [...moments, ...(oldest === undefined ? [] : [oldest])].sort((a, b) => a - b)
  return { listed: listed + moments.length, ...(first === undefined ? {} : { oldest: first }) }
}

/** Without a limit that ended it, the list has every review that there is. Null: it has none. */
function completedList(
  list: ListProgress | null,
  { began, isCut }: { began: number; isCut: boolean },
): ReviewsListing | null {
  if (!list || (isCut && list.oldest === undefined)) return null
  const { listed = 0, oldest } = list
  return {
    since: new Date(began),
    oldest: isCut && oldest !== undefined ? new Date(oldest) : null,
    listed,
  }
}

/**
 * Our clock was ahead when those were read, and no one knows by how much. They are read again from the
 * beginning, or what came meanwhile would be missed.
 */
const withoutFuture = (
  known: z.infer<typeof cursorShape>,
  now: number,
): z.infer<typeof cursorShape> =>
  Object.fromEntries(
    Object.entries(known).filter(([, { since = 0, began = 0 }]) => Math.max(since, began) <= now),
  )

/** A plan with more reviews came after a reading that ended at its limit. */
const isOutgrown = (state: Progress | undefined, { reviewsLimit }: Pick<Caller, 'reviewsLimit'>) =>
  state?.cutAt !== undefined && reviewsLimit > state.cutAt

/** The page's reviews that the plan includes, the newest first. */
function withinLimit(
  { records, next }: ReadPage,
  { kept: before = 0 }: Progress,
  { reviewsLimit }: Pick<Caller, 'reviewsLimit'>,
) {
  const reviews = records.filter(({ kind }) => kind === 'review')
  const room = Math.max(0, reviewsLimit - before)
  const kept = new Set(reviews.slice(0, room))
  const hasMore = next !== null && next !== undefined
  return {
    records: records.filter((one) => one.kind !== 'review' || kept.has(one)),
    beyond: reviews.slice(room),
    kept: before + kept.size,
    isCut: reviews.length > room || (hasMore && reviews.length === room),
  }
}

/**
 * The phase's page, or why it can't be read. A failure doesn't stop the other phases, and neither does
 * a refusal or a firewall's page, which may be about this phase alone: the caller finds that out.
 */
async function readPhase<Settings>(
  phase: Phase<Settings>,
  caller: Caller<Settings>,
  from: PhaseRead,
) {
  try {
    return await phase.read(caller, from)
  } catch (error) {
    if (error instanceof BadRecord || error instanceof Intercepted || isRefusal(error)) return error
    throw error
  }
}

/** By the service's answer, and not about a setting that its owner can correct. */
const isRefusal = (error: unknown): error is ConnectionLost =>
  error instanceof ConnectionLost && error.reply !== null && !(error instanceof WrongSetting)

/** Without it, a failed phase would never get its turn beside others that are due more often. */
const isRested = ({ failedAt = 0, failures = 0 }: Partial<Progress> = {}, now: number) =>
  now - failedAt >= Math.min(longestRestMillis, minuteMillis * 2 ** Math.min(failures, 12))

const longestRestMillis = 6 * hourMillis

/** A page that couldn't be read so often is asked for by another position. */
const mostFailures = 3

/**
 * The state of a phase whose page can't be read. A position that the service refuses is given up: it
 * may be of an entry that was deleted, or of a search that ended. The reading then begins again, from
 * what the last complete one left off at, so nothing is missed.
 */
function failed<Settings>(
  { name, listsAgain, withoutRight, isOnly }: Turn<Settings>,
  { failures = 0, ...state }: Progress,
  error: BadRecord | ConnectionLost | Intercepted,
): { failure: BadRecord | ConnectionLost; after: Progress } {
  const isRefusal = error instanceof ConnectionLost
  const after = { ...state, isFailing: true, isRefused: isRefusal, failures: failures + 1 }
  const list = listsAgain ?? name
  // The phase may know better which right it is.
  if (error instanceof MissingRight) return { failure: error, after }
  if (isRefusal)
    return { failure: new MissingRight(list, error, { limit: withoutRight, isOnly }), after }
  // The service wasn't asked, so its place in the list is good.
  if (error instanceof Intercepted) return { failure: new BlockedList(list, error), after }
  const isPlaced = state.position !== null && state.position !== undefined
  const status = error.reply?.status ?? 0
  const isGivenUp = (status >= 400 && status < 500) || after.failures >= mostFailures
  if (!isPlaced || !isGivenUp) return { failure: error, after }
  const { since, cutAt, isFailing, failures: tries, failedAt } = after
  const rest = { since, cutAt, isFailing, failures: tries, failedAt }
  return { failure: new LostPlace(list, error), after: { ...rest, position: null } }
}

function sinceOf({ firstDays }: { firstDays?: number }, { since }: Progress, began: number) {
  if (since !== undefined) return new Date(since - overlapMillis)
  return firstDays === undefined ? null : new Date(began - firstDays * dayMillis)
}
