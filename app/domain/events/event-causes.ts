/** Traces of reports, which events carry with them as far as they are recorded. */
import type { Tracing } from '#app/lib/tracing/tracing.ts'
import type { EventRow } from './store-events.server.ts'

/** Rows of a report, the first with the trace that runs now. */
export function withCause(tracing: Tracing | null, rows: readonly EventRow[]): readonly EventRow[] {
  const [first, ...others] = rows
  const cause = tracing?.current()
  return first && cause ? [{ ...first, cause }, ...others] : rows
}

export const causesOf = (rows: readonly EventRow[]): string[] =>
  rows.flatMap(({ cause }) => (cause === undefined ? [] : [cause]))

/** In the text of a value each quote has a backslash before it, so nothing that a page sent matches. */
const written = /"cause":"(00-[0-9a-f]{32}-[0-9a-f]{16}-01)"/g

/** The same from texts of events. */
export const causesIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => [...text.matchAll(written)].flatMap(([, cause]) => cause ?? []))
