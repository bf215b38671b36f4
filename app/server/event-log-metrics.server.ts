/** The log of events at `/metrics`. Zeros while events are stored without one. */
import { Counter, Gauge, type Registry } from 'prom-client'
import type { EventLogFigures } from '#app/domain/events/write-figures.ts'
import type { EdgeFigures } from './edge/edge-figures.ts'

export function exposeEventLog(registry: Registry, readEdge: () => EdgeFigures): void {
  const read = (of: (log: EventLogFigures) => number) => {
    const { log } = readEdge().events
    return log ? of(log) : 0
  }
  const counted = (name: string, help: string, of: (log: EventLogFigures) => number) =>
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(read(of))
      },
    })
  const measured = (name: string, help: string, of: (log: EventLogFigures) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read(of))
      },
    })
  counted('footfall_event_log_appended_total', 'Events that were logged.', (log) => log.appended)
  counted(
    'footfall_event_log_applied_total',
    'Logged events that reached the database, with those of processes that ended before.',
    (log) => log.applied,
  )
  counted('footfall_event_log_batches_total', 'Statements that applied them.', (log) => log.batches)
  counted(
    'footfall_event_log_set_aside_total',
    'Logged events that the database refused.',
    (log) => log.setAside,
  )
  counted(
    'footfall_event_log_repaired_total',
    'Groups of events that were missing, and that another copy had.',
    (log) => log.repaired,
  )
  measured(
    'footfall_event_log_lag_events',
    'Logged events that aren’t applied.',
    (log) => log.events,
  )
  measured('footfall_event_log_lag_bytes', 'Their bytes in the log.', (log) => log.bytes)
  measured(
    'footfall_event_log_lag_seconds',
    'Age of the oldest logged event that isn’t applied.',
    (log) => log.lagSeconds,
  )
  measured(
    'footfall_event_log_held_events',
    'Those of them whose sites are locked by another transaction.',
    (log) => log.held.events,
  )
  measured(
    'footfall_event_log_gaps',
    'Streams with a damaged or missing group, which stopped there.',
    (log) => log.gaps,
  )
  new Counter({
    name: 'footfall_event_log_unstored_total',
    help: 'Logged events that refer to something unknown, by reason.',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [reason, count] of readEdge().events.log?.refused ?? []) {
        this.inc({ reason }, count)
      }
    },
  })
}
