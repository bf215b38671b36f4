/**
 * The events to store, in the order of the text. Their place isn't in the text, so that texts of
 * several groups can be joined.
 *
 * @param from sets that the events are joined with; none of the events is given when one is empty
 * @param only a condition on `row`, an event; those that don't meet it aren't given
 */
export const givenEvents = (from = '', only = 'true') => `given as (
  select row.*, date_trunc('month', received_at at time zone 'UTC')::date as month
  from ${from} rows from (json_to_recordset($1::json) as (
    site_id bigint, id text, type text, nudge text, claim text, page text,
    product text, goal_id bigint, goal_key text, goal_cents bigint, goal_currency text, reason text,
    amount int, device text, country text, visitor bytea, arm text, outcome text,
    experiment_id bigint, side text, received_at timestamptz
  )) with ordinality as row (
    site_id, id, type, nudge, claim, page,
    product, goal_id, goal_key, goal_cents, goal_currency, reason,
    amount, device, country, visitor, arm, outcome,
    experiment_id, side, received_at, place
  )
  where ${only}
)`
