/**
 * Applies groups of a log: moves the stream's cursor only from where the groups begin, and stores
 * their events as the direct way does, in one statement. When another process moved it, no event is
 * given, so nothing is stored. The cursor is the first row that the statement locks.
 *
 * Parameters: the events as JSON; the stream; the number of the group before the first one, and of the
 * last one; until when events are counted; whether each event's outcome is wanted.
 */
import { givenEvents, storeParts } from '../store-statement.ts'

/** Events that waited here while their visitor was erased would bring the visitor back. */
const isNotErased = `not exists (
    select from erasures
    where kind = 'shopper' and subject_hash = row.visitor and erased_at >= row.received_at
  )`

const statementOf = (options: { leavesSites?: boolean } = {}) => `
with moved as (
  update event_streams set n = $4, counted_until = greatest(counted_until, $5)
  where id = $2 and n = $3
  returning n
),
${givenEvents('moved cross join', isNotErased)},
${storeParts({ isLogged: true, ...options })}
select null::bigint as site_id, null as id, null::int as place, 'moved' as fate from moved
union all
select null, null, place::int, refusal from judged where refusal is not null
union all
select site_id, id, place::int, 'chosen' from chosen where $6::boolean
union all
select site_id, id, null, case amount when 0 then 'duplicate' else outcome end
from stored where $6::boolean
union all
select null, null, null, 'near_limit' where exists (select from metered where is_near)`

export const applyStatement = statementOf()

/** For copies of the tables, beside which the real sites go on changing. */
export const copyStatement = statementOf({ leavesSites: true })
