/**
 * How reports of one order become one activity, in whatever order they arrive: a report fills what is
 * missing and changes nothing that is there, and of two states the newer one counts.
 */
import type { NewActivityRow } from './activity-row.server.ts'

/** The columns that reports of an order can fill, and those that decide about it. */
export type MergedFacts = Pick<
  Required<NewActivityRow>,
  | 'kind'
  | 'firstName'
  | 'emailHash'
  | 'city'
  | 'country'
  | 'productTitle'
  | 'productUrl'
  | 'productImage'
  | 'amountCents'
  | 'currency'
  | 'state'
  | 'stateAt'
  | 'isConfirmed'
  | 'isTest'
  | 'isShowable'
  | 'occurredAt'
>

/**
 * The stored facts, with those that a report of the same order adds. The facts of a report that says it was paid
 * count before those of a refund, which often has less: no amount, or the moment of the refund.
 */
export function mergeReport<Stored extends MergedFacts>(
  stored: Stored,
  report: MergedFacts,
): Stored {
  const isFirstPaid = stored.isConfirmed === false && report.isConfirmed === true
  const [known, more] = isFirstPaid ? [report, stored] : [stored, report]
  const state = newerState(stored, report)
  const facts = {
    firstName: known.firstName ?? more.firstName,
    emailHash: known.emailHash ?? more.emailHash,
    ...placeOf(known, more),
    ...productOf(known, more),
    ...amountOf(known, more),
    occurredAt: known.occurredAt,
    isConfirmed: stored.isConfirmed === false ? report.isConfirmed : stored.isConfirmed,
    isTest: stored.isTest === true || report.isTest === true ? true : stored.isTest,
    state: state.state,
    stateAt: state.stateAt,
  }
  return { ...stored, ...facts, isShowable: isShowable(stored, facts) }
}

type State = Pick<MergedFacts, 'state' | 'stateAt' | 'isShowable'>

const isReversed = ({ state, isShowable: isShown }: State) =>
  state === null ? !isShown : state !== 'confirmed'

/** Without a moment a reversal is final: a late delivery of the paid order must not undo it. */
const momentOf = (of: State): number =>
  of.stateAt?.getTime() ?? (isReversed(of) ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY)

const rankOf = (of: State): number => Number(isReversed(of)) + Number(of.state === 'refunded')

function newerState(stored: State, report: State): State {
  const [before, after] = [momentOf(stored), momentOf(report)]
  if (before === after) return rankOf(report) > rankOf(stored) ? report : stored
  return after > before ? report : stored
}

/** A place is the person's, so it isn't taken from a report about another one. */
function placeOf(known: MergedFacts, more: MergedFacts) {
  const isOther = known.firstName && more.firstName && known.firstName !== more.firstName
  const isElsewhere = known.country && more.country && known.country !== more.country
  if (isOther || isElsewhere) return { city: known.city, country: known.country }
  return { city: known.city ?? more.city, country: known.country ?? more.country }
}

/** Page and picture of another product would be wrong ones. */
function productOf(known: MergedFacts, more: MergedFacts) {
  const { productTitle, productUrl, productImage } = known.productTitle === null ? more : known
  const isSame = more.productTitle === productTitle
  return {
    productTitle,
    productUrl: productUrl ?? (isSame ? more.productUrl : null),
    productImage: productImage ?? (isSame ? more.productImage : null),
  }
}

/** A currency belongs to its amount. */
function amountOf(known: MergedFacts, more: MergedFacts) {
  const { amountCents, currency } = known.amountCents === null ? more : known
  return {
    amountCents,
    currency: currency ?? (more.amountCents === amountCents ? more.currency : null),
  }
}

function isShowable(
  stored: MergedFacts,
  { state, isTest, amountCents }: Pick<MergedFacts, 'state' | 'isTest' | 'amountCents'>,
): boolean {
  if (state === null) return stored.isShowable
  if (state !== 'confirmed' || isTest === true) return false
  return stored.kind !== 'purchase' || amountCents !== 0
}

const dayMillis = 86_400_000

/**
 * Whether it is another order under the same number, as of a shop that was set up again and counts from
 * the beginning: another person's, on another day.
 */
export const isOtherOrder = (stored: MergedFacts, report: MergedFacts): boolean =>
  stored.emailHash !== null &&
  report.emailHash !== null &&
  stored.emailHash !== report.emailHash &&
  Math.abs(stored.occurredAt.getTime() - report.occurredAt.getTime()) > dayMillis
